import { PARTS_OF_ROLE, type Role } from '#deploy/roles/parts-of-role.ts';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { ALL_VARIABLES } from '#platform/config/load.ts';
import { CLAIMED } from '#schemas/constants.ts';
import {
  ACCOUNT_VARIABLES,
  expectToConfigure,
  expectToRun,
  OWN_IMAGE,
  PROJECT,
  roles,
} from '../support/deployment.ts';
import { faultsOfManifests, type Manifest } from '../support/kubernetes-types.ts';

describe('the Kubernetes manifests', () => {
  const FOLDER = join(PROJECT, 'deploy/kubernetes');
  const EXAMPLE = 'ingress.example.yaml';
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.yaml'));
  const kustomization = z
    .strictObject({
      apiVersion: z.literal('kustomize.config.k8s.io/v1beta1'),
      kind: z.literal('Kustomization'),
      namespace: z.literal('rigworth'),
      labels: z.array(z.strictObject({ pairs: z.record(z.string(), z.string()) })),
      resources: z.array(z.string()),
      images: z.tuple([z.strictObject({ name: z.string(), newTag: z.string() })]),
    })
    .parse(parse(readFileSync(join(FOLDER, 'kustomization.yaml'), 'utf8')));

  const manifests = files
    .filter((name) => name !== 'kustomization.yaml')
    .flatMap((name) => parseAllDocuments(readFileSync(join(FOLDER, name), 'utf8')))
    .map((document) => document.toJS({}) as Manifest);
  const ofKind = (kind: string) => manifests.filter((manifest) => manifest.kind === kind);

  const reference = z.object({
    name: z.string(),
    key: z.string(),
    optional: z.boolean().default(false),
  });
  const container = z.object({
    name: z.string(),
    image: z.string(),
    command: z.array(z.string()),
    envFrom: z.array(z.strictObject({ configMapRef: z.object({ name: z.string() }) })),
    env: z
      .array(
        z.strictObject({
          name: z.string(),
          valueFrom: z.strictObject({ secretKeyRef: reference }),
        }),
      )
      .default([]),
    resources: z.object({
      requests: z.object({ cpu: z.string(), memory: z.string() }),
      limits: z.object({ memory: z.string() }),
    }),
    readinessProbe: z.unknown().optional(),
    livenessProbe: z.unknown().optional(),
    startupProbe: z.unknown().optional(),
    ports: z.array(z.object({ name: z.string(), containerPort: z.number() })).default([]),
    volumeMounts: z.array(z.object({ name: z.string(), mountPath: z.string() })),
    securityContext: z.unknown(),
  });
  const template = z.object({
    metadata: z.object({ labels: z.record(z.string(), z.string()) }),
    spec: z.object({
      containers: z.tuple([container]),
      securityContext: z.unknown(),
      automountServiceAccountToken: z.unknown(),
      volumes: z.array(
        z.object({
          name: z.string(),
          persistentVolumeClaim: z.object({ claimName: z.string() }).optional(),
        }),
      ),
    }),
  });
  const deployment = z.object({
    metadata: z.object({ name: z.string() }),
    spec: z.object({
      replicas: z.number(),
      strategy: z.object({ type: z.string().optional() }).optional(),
      selector: z.object({ matchLabels: z.record(z.string(), z.string()) }),
      template,
    }),
  });
  const deployments = ofKind('Deployment').map((manifest) => deployment.parse(manifest));
  const cronJob = z
    .object({
      spec: z.object({
        schedule: z.string(),
        timeZone: z.string(),
        concurrencyPolicy: z.string(),
        jobTemplate: z.object({ spec: z.object({ template }) }),
      }),
    })
    .parse(ofKind('CronJob')[0]).spec;
  const pods = [
    ...deployments.map(({ metadata, spec }) => [metadata.name, spec.template] as const),
    ['compute', cronJob.jobTemplate.spec.template] as const,
  ];
  const api = deployments.find(({ metadata }) => metadata.name === 'api');
  const config = z
    .object({ data: z.record(z.string(), z.string()) })
    .parse(ofKind('ConfigMap')[0]).data;
  /** What the keys of the secret could hold; no manifest does. */
  const secret: Record<string, string> = {
    CLICKHOUSE_URL: 'https://user:password@clickhouse.example.com:8443',
    DATABASE_URL: 'postgres://user:password@postgres.example.com:5432/rigworth',
    SESSION_SECRET: 'a secret of the tests, of 32 bytes or more',
    ...ACCOUNT_VARIABLES,
    STORY_LLM_KEY: 'a-key-of-the-tests',
  };
  const environmentOf = ({ env }: z.infer<typeof container>) => ({
    ...config,
    ...Object.fromEntries(
      env.map(({ name, valueFrom }) => [name, secret[valueFrom.secretKeyRef.key] ?? '']),
    ),
  });

  it('are what Kubernetes takes, and would not be with a planted error', async () => {
    const planted = (kind: string, plant: (manifest: Planted) => unknown) => {
      const copy = structuredClone(ofKind(kind)[0]) as Manifest;
      plant(copy as unknown as Planted);
      return copy;
    };
    const wrong = [
      planted('Deployment', ({ spec }) => Object.assign(spec, { replica: 2 })),
      planted('Deployment', ({ spec }) => Object.assign(spec, { replicas: '2' })),
      planted('Deployment', ({ spec }) => Object.assign(spec, { selector: undefined })),
      planted('Deployment', ({ spec }) => {
        for (const one of spec.template.spec.containers) Object.assign(one, { envform: [] });
      }),
      planted('CronJob', ({ spec }) => Object.assign(spec, { concurencyPolicy: 'Forbid' })),
      planted('NetworkPolicy', ({ spec }) => Object.assign(spec, { policyTypes: 'Egress' })),
      planted('Service', (manifest) => Object.assign(manifest, { kind: 'Servise' })),
    ];
    const faults = await faultsOfManifests([...manifests, ...wrong]);
    expect(faults.slice(0, manifests.length).flat()).toEqual([]);
    for (const [index, found] of faults.slice(manifests.length).entries())
      expect(found, `planted error ${index}`).not.toEqual([]);
  }, 60_000);
  interface Planted {
    spec: { template: { spec: { containers: object[] } } };
  }

  it('are all applied, the example aside', () => {
    const rest = files.filter((name) => name !== 'kustomization.yaml' && name !== EXAMPLE);
    expect(kustomization.resources.toSorted()).toEqual(rest.toSorted());
    expect(`${kustomization.images[0].name}:${kustomization.images[0].newTag}`).toBe(OWN_IMAGE);
    for (const { kind, metadata } of manifests)
      expect(kind === 'Namespace' ? metadata.name : metadata.namespace).toBe('rigworth');
  });

  it('run every role, and the batch as a CronJob at the times of the schedule', () => {
    expect(deployments.map(({ metadata }) => metadata.name).toSorted()).toEqual(roles.toSorted());
    expect(cronJob).toMatchObject({
      schedule: `0 */${CLAIMED.algorithmsEveryHours} * * *`,
      timeZone: 'Etc/UTC',
      concurrencyPolicy: 'Forbid',
    });
  });

  it.each(pods)('run %s from the one image, on variables with which it starts', (name, pod) => {
    const [only] = pod.spec.containers;
    expect(only.image).toBe(OWN_IMAGE);
    expectToRun(only.command);
    expect(only.envFrom).toEqual([{ configMapRef: { name: 'rigworth' } }]);
    for (const { valueFrom } of only.env) expect(valueFrom.secretKeyRef.name).toBe('rigworth');
    const env = environmentOf(only);
    expectToConfigure(env, name);
    // Least privilege: no role is handed a part it does not use.
    const parts =
      name === 'compute' ? ['KAFKA_BROKERS', 'CLICKHOUSE_URL'] : PARTS_OF_ROLE[name as Role];
    const given = ['KAFKA_BROKERS', 'CLICKHOUSE_URL', 'DATABASE_URL'].filter((part) => part in env);
    expect(given).toEqual([...parts]);
    expect(only.volumeMounts.map(({ mountPath }) => mountPath)).toContain('/data');
  });

  it('keep what crawls have come to on a volume that outlives the pod, and nothing of other roles', () => {
    const claimOf = ({ spec: { containers, volumes } }: z.infer<typeof template>) => {
      const mount = containers[0].volumeMounts.find(({ mountPath }) => mountPath === '/data');
      return volumes.find(({ name }) => name === mount?.name)?.persistentVolumeClaim;
    };
    const claims = pods.map(([name, pod]) => [name, claimOf(pod)?.claimName] as const);
    expect(claims.filter(([, claim]) => claim !== undefined)).toEqual([['ingest', 'ingest-data']]);
    expect(ofKind('PersistentVolumeClaim').map(({ metadata }) => metadata.name)).toEqual([
      'ingest-data',
    ]);
    // The volume is one pod's: the next begins when the one before has let it go.
    const ingest = deployments.find(({ metadata }) => metadata.name === 'ingest')?.spec;
    expect(ingest).toMatchObject({ replicas: 1, strategy: { type: 'Recreate' } });
  });

  it('hand the api what accounts need, where the secret has it', () => {
    const { env = [] } = api?.spec.template.spec.containers[0] ?? {};
    const optional = env.filter(
      ({ name, valueFrom }) => valueFrom.secretKeyRef.optional && !name.startsWith('KAFKA_'),
    );
    expect(optional.map(({ name, valueFrom }) => [name, valueFrom.secretKeyRef.key])).toEqual(
      Object.keys(ACCOUNT_VARIABLES).map((name) => [name, name]),
    );
  });

  it.each(pods)('hand %s the login to Kafka, where the secret has it', (_name, pod) => {
    const { env } = pod.spec.containers[0];
    const login = env.filter(({ name }) => name.startsWith('KAFKA_'));
    expect(login).toEqual(
      ['KAFKA_SASL_USER', 'KAFKA_SASL_PASSWORD'].map((name) => ({
        name,
        valueFrom: { secretKeyRef: { name: 'rigworth', key: name, optional: true } },
      })),
    );
  });

  it('hand every secret there is to a role, where the secret has it', () => {
    const handed = pods.flatMap(([, pod]) => pod.spec.containers[0].env.map(({ name }) => name));
    const secrets = ALL_VARIABLES.filter((name) => /SECRET|PASSWORD|_KEY$/.test(name));
    expect(secrets.filter((name) => !handed.includes(name))).toEqual([]);
  });

  it('hold no secret', () => {
    expect(ofKind('Secret')).toEqual([]);
    const text = files.map((name) => readFileSync(join(FOLDER, name), 'utf8')).join('\n');
    expect(text).not.toMatch(/:\/\/[^\s:/]+:[^\s@]+@/);
    expect(
      Object.keys(config).filter((name) => /PASSWORD|SECRET|TOKEN|_KEY|_URL/.test(name)),
    ).toEqual([]);
  });

  it.each(pods)('let %s do no more than it needs', (_name, pod) => {
    expect(pod.spec.automountServiceAccountToken).toBe(false);
    expect(pod.spec.securityContext).toMatchObject({
      runAsNonRoot: true,
      runAsUser: 1000,
      seccompProfile: { type: 'RuntimeDefault' },
    });
    expect(pod.spec.containers[0].securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
  });

  it('select the pods they mean', () => {
    const labels = (name: string) => ({ 'app.kubernetes.io/name': name });
    for (const { metadata, spec } of deployments) {
      expect(spec.selector.matchLabels).toEqual(labels(metadata.name));
      expect(spec.template.metadata.labels).toMatchObject(labels(metadata.name));
    }
    expect(ofKind('Service')[0]?.['spec']).toMatchObject({
      selector: labels('api'),
      ports: [{ targetPort: 'http' }],
    });
    expect(ofKind('PodDisruptionBudget')[0]?.['spec']).toMatchObject({
      minAvailable: 1,
      selector: { matchLabels: labels('api') },
    });
  });

  it('have every role measured on the port that the configuration names, which only Prometheus reaches', () => {
    for (const { spec } of deployments)
      expect(spec.template.spec.containers[0].ports).toContainEqual({
        name: 'metrics',
        containerPort: Number(config['METRICS_PORT']),
      });
    const reached = ofKind('NetworkPolicy').filter((policy) =>
      JSON.stringify(policy).includes('"port":"metrics"'),
    );
    expect(reached).toMatchObject([{ spec: { podSelector: {}, policyTypes: ['Ingress'] } }]);
    expect(JSON.stringify(reached)).toContain('{"rigworth/reads-metrics":"true"}');
  });

  it('keep the api answering: two of it, asked whether it started, lives, is ready', () => {
    const [only] = api?.spec.template.spec.containers ?? [];
    expect(api?.spec.replicas).toBeGreaterThanOrEqual(2);
    expect(only?.ports?.[0]).toEqual({ name: 'http', containerPort: 3000 });
    const asks = (path: string) => ({ httpGet: { path, port: 'http' } });
    expect(only?.startupProbe).toMatchObject(asks('/'));
    expect(only?.livenessProbe).toMatchObject(asks('/'));
    expect(only?.readinessProbe).toMatchObject(asks('/api/health'));
  });
});
