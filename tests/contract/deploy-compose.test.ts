import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Ajv, type SchemaObject } from 'ajv';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { PARTS_OF_ROLE } from '#deploy/roles/parts-of-role.ts';
import { ALL_VARIABLES } from '#platform/config/load.ts';
import {
  ACCOUNT_VARIABLES,
  expectToConfigure,
  expectToRun,
  OWN_IMAGE,
  PINNED,
  PROJECT,
  read,
  roles,
} from '../support/deployment.ts';

const dclint = dirname(createRequire(import.meta.url).resolve('dclint/package.json'));

describe('the compose file', () => {
  interface Service {
    image: string;
    build?: { context: string; dockerfile: string };
    command?: string[];
    environment: Record<string, string | number>;
    ports?: string[];
    volumes?: string[];
    tmpfs?: string[];
    depends_on?: Record<string, { condition: string }>;
    healthcheck?: { disable?: boolean; test?: string[] };
    restart?: string;
    deploy?: { resources?: { limits?: { memory?: string; cpus?: string } } };
    read_only?: boolean;
    cap_drop?: string[];
    cap_add?: string[];
    security_opt?: string[];
    networks?: string[];
  }
  interface Compose {
    services: Record<string, Service>;
    volumes: Record<string, unknown>;
    networks?: Record<string, { internal?: boolean } | null>;
    [field: string]: unknown;
  }
  const load = () => parse(read('deploy/compose.yaml'), { merge: true }) as Compose;
  const compose = load();
  const services = Object.entries(compose.services);
  const ours = services.filter(([, { build }]) => build !== undefined);
  const engines = services.filter(([, { build }]) => build === undefined);

  // As the linter `dclint` ships it. It names its dialect by an address Ajv does not know: draft 7, the default.
  const { $schema: _, ...schema } = JSON.parse(
    readFileSync(join(dclint, 'schemas/compose.schema.json'), 'utf8'),
  ) as SchemaObject;
  const isCompose = new Ajv({ strict: false, validateFormats: false }).compile(schema);

  /** As compose puts variables in: `${NAME:?why}` must be set, `${NAME:-default}` need not. */
  const interpolate = (value: string | number, env: Record<string, string>): string =>
    String(value).replaceAll(/\$\{(\w+):([-?])([^}]*)\}/g, (_, name: string, kind, rest) => {
      const set = env[name];
      if (set === undefined && kind === '?') throw new Error(`${name}: ${rest}`);
      return set ?? rest;
    });
  const passwords = {
    POSTGRES_PASSWORD: 'one',
    CLICKHOUSE_PASSWORD: 'two',
    SESSION_SECRET: 'a secret of the tests, of 32 bytes or more',
  };

  it('hands every variable on to a role, but those that the container settles', () => {
    const settled = [
      'PORT',
      'HOST',
      'DATA_DIR',
      'NODE_ENV',
      'STRIPE_API_URL',
      'SCRAPER_ALLOW_ADDRESSES',
      // The broker of this file, on networks without a way out.
      'KAFKA_SSL',
      'KAFKA_SASL_MECHANISM',
      'KAFKA_SASL_USER',
      'KAFKA_SASL_PASSWORD',
    ];
    const given = ours.flatMap(([, { environment }]) => Object.keys(environment));
    expect(new Set([...given, ...settled])).toEqual(new Set(ALL_VARIABLES));
  });

  // Each of them holds a secret, or may.
  it.each([
    [
      'api',
      [
        'ALERT_WEBHOOK_URL',
        'CLICKHOUSE_URL',
        'DATABASE_URL',
        'PUBLIC_URL',
        'SESSION_SECRET',
        'SESSION_SECRET_PREVIOUS',
        'SMTP_URL',
        'STRIPE_PUBLISHABLE_KEY',
        'STRIPE_SECRET_KEY',
        'STRIPE_WEBHOOK_SECRET',
      ],
    ],
    ['ingest', []],
    ['pipelines', ['CLICKHOUSE_URL', 'STORY_LLM_KEY', 'STORY_LLM_URL']],
    ['scheduler', []],
  ])('hands %s no secret but its own', (name, own) => {
    const given = Object.keys(compose.services[name]?.environment ?? {});
    expect(given.filter((key) => /SECRET|PASSWORD|_KEY$|_URL$/.test(key)).toSorted()).toEqual(own);
  });

  const networksOf = (name: string) => compose.services[name]?.networks ?? [];
  const isInside = (network: string) => compose.networks?.[network]?.internal === true;
  const reachedBy = (name: string) =>
    services
      .filter(([other]) => other !== name)
      .filter(([other]) => networksOf(other).some((network) => networksOf(name).includes(network)))
      .map(([other]) => other)
      .toSorted();

  it.each(Object.entries(PARTS_OF_ROLE))('lets %s reach its engines alone', (role, parts) => {
    const engineOf = {
      KAFKA_BROKERS: 'kafka',
      CLICKHOUSE_URL: 'clickhouse',
      DATABASE_URL: 'postgres',
    };
    const used = parts.map((part) => engineOf[part]).toSorted();
    expect(reachedBy(role)).toEqual(used);
    const { environment, depends_on } = compose.services[role] ?? {};
    expect(Object.keys(engineOf).filter((part) => part in (environment ?? {}))).toEqual(parts);
    expect(depends_on).toEqual(
      Object.fromEntries(used.map((engine) => [engine, { condition: 'service_healthy' }])),
    );
  });

  it('lets out who has business there, and no engine', () => {
    const named = new Set(services.flatMap(([name]) => networksOf(name)));
    expect(named).toEqual(new Set(Object.keys(compose.networks ?? {})));
    // A service that names no network is on the default one, which leads out.
    const out = services.filter(
      ([name]) => networksOf(name).length === 0 || !networksOf(name).every(isInside),
    );
    expect(out.map(([name]) => name)).toEqual(['api', 'ingest', 'pipelines']);
  });

  it.each(services)('lets %s gain no privileges', (name, one) => {
    expect(one).toMatchObject({ cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] });
    // These images begin as root and go on as a user of their own.
    const fromRoot = ['CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'SETGID', 'SETUID'];
    expect(one.cap_add).toEqual(['clickhouse', 'postgres'].includes(name) ? fromRoot : undefined);
  });

  it('is one', () => {
    isCompose(compose);
    expect(isCompose.errors ?? []).toEqual([]);
  });

  it.each<[string, (file: Compose) => unknown]>([
    ['a misspelt field of a service', (file) => Object.assign(service(file), { helthcheck: {} })],
    ['a misspelt field of the file', (file) => Object.assign(file, { servces: {} })],
    ['a wrong type', (file) => Object.assign(service(file), { ports: 3000 })],
    [
      'an unknown condition',
      (file) => Object.assign(service(file), { depends_on: { kafka: { condition: 'ready' } } }),
    ],
  ])('would be refused with %s', (_what, plant) => {
    const file = load();
    plant(file);
    expect(isCompose(file)).toBe(false);
  });
  const service = (file: Compose) => file.services['api'] ?? {};

  it('runs every role, each from the one image', () => {
    const started = ours.map(([, { command = [] }]) => command.at(-1));
    expect(new Set(started)).toEqual(new Set(roles));
    for (const [, { image, build, command = [] }] of ours) {
      expectToRun(command);
      expect(image).toBe(OWN_IMAGE);
      expect(
        existsSync(join(PROJECT, 'deploy', build?.context ?? '', build?.dockerfile ?? '')),
      ).toBe(true);
    }
  });

  it.each(ours)('gives %s variables with which it starts', (name, { environment }) => {
    const env = Object.entries(environment).map(([name, value]) => [
      name,
      interpolate(value, passwords),
    ]);
    expectToConfigure(Object.fromEntries(env) as Record<string, string>, name);
  });

  it('hands on what accounts need', () => {
    const { environment = {} } = compose.services['api'] ?? {};
    const given = Object.keys(ACCOUNT_VARIABLES).map((name) => [
      name,
      interpolate(environment[name] ?? '', { ...passwords, ...ACCOUNT_VARIABLES }),
    ]);
    expect(Object.fromEntries(given)).toEqual(ACCOUNT_VARIABLES);
  });

  it('points the roles at the engines it runs', () => {
    for (const [, { environment }] of ours) {
      const of = (name: string) => interpolate(environment[name] ?? '', passwords);
      expect(compose.services).toHaveProperty(of('KAFKA_BROKERS').split(':')[0] ?? '');
      for (const url of ['CLICKHOUSE_URL', 'DATABASE_URL'].filter((name) => name in environment))
        expect(compose.services).toHaveProperty(new URL(of(url)).hostname);
    }
  });

  it('takes every password from the environment and refuses to go without', () => {
    const secrets = services.flatMap(([, { environment }]) =>
      Object.entries(environment).flatMap(([name, value]) => {
        if (/PASSWORD|SECRET|TOKEN|_KEY/.test(name)) return [String(value)];
        return [...String(value).matchAll(/:\/\/[^:/]+:(.*)@/g)].map(
          ([, password = '']) => password,
        );
      }),
    );
    expect(secrets.length).toBeGreaterThan(3);
    for (const secret of secrets) expect(secret).toMatch(/^\$\{([A-Z_]+:\?[^}]+|[A-Z_]+:-)\}$/);
  });

  it('says how each service is', () => {
    for (const [, { healthcheck }] of engines) expect(healthcheck?.test?.length).toBeGreaterThan(1);
    const unasked = services.filter(([, { healthcheck }]) => healthcheck?.disable);
    // Only the api listens.
    expect(unasked.map(([name]) => name)).toEqual(roles.filter((role) => role !== 'api'));
  });

  it('publishes the api alone, on loopback', () => {
    const published = services.flatMap(([name, { ports = [] }]) =>
      ports.map((port) => [name, interpolate(port, {})]),
    );
    expect(published).toEqual([['api', '127.0.0.1:3000:3000']]);
  });

  it.each(services)('bounds %s, starts it again, and pins its image', (_name, one) => {
    expect(one.image).toMatch(PINNED);
    expect(one.restart).toBe('unless-stopped');
    expect(one.deploy?.resources?.limits).toEqual({
      cpus: expect.stringMatching(/^[\d.]+$/) as string,
      memory: expect.stringMatching(/^\d+[MG]$/) as string,
    });
  });

  it('keeps what the engines hold and what crawls have come to in named volumes, and nothing of other roles', () => {
    const mounted = services.flatMap(([name, { volumes = [] }]) =>
      volumes
        .filter((volume) => !volume.startsWith('.'))
        .map((volume) => [name, ...volume.split(':')] as const),
    );
    expect(mounted.map(([name]) => name).toSorted()).toEqual(
      [...engines.map(([name]) => name), 'ingest'].toSorted(),
    );
    expect(new Set(mounted.map(([, volume]) => volume))).toEqual(
      new Set(Object.keys(compose.volumes)),
    );
    // A frontier and files half taken outlive the container; what the other roles write is theirs to lose.
    expect(mounted).toContainEqual(['ingest', 'ingest-data', '/data']);
    for (const [name, one] of ours) {
      expect(one.read_only).toBe(true);
      expect(one.tmpfs).toEqual(name === 'ingest' ? ['/tmp'] : ['/tmp', '/data']);
    }
  });
});
