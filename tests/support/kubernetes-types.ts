import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const MODULES = resolve(import.meta.dirname, '../../node_modules');
const run = promisify(execFile);

/** A Kubernetes object as a manifest states it. */
export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string };
  [field: string]: unknown;
}

/**
 * Holds manifests to the schemas of Kubernetes that come with `kubernetes-models`, without a cluster.
 * Its validators know what is missing and of the wrong type, but let unknown fields pass, as an API
 * server may. Its types do not: so each manifest is also written as a literal of its type and compiled.
 * @returns the faults of each manifest, in the order given; an empty list is a valid one
 */
export async function faultsOfManifests(manifests: readonly Manifest[]): Promise<string[][]> {
  const [typed, validated] = await Promise.all([
    compile(manifests),
    Promise.all(manifests.map(validate)),
  ]);
  return manifests.map((_, index) => [...(typed[index] ?? []), ...(validated[index] ?? [])]);
}

const schemaModule = ({ apiVersion, kind }: Manifest) => `kubernetes-models/${apiVersion}/${kind}`;

async function validate(manifest: Manifest): Promise<string[]> {
  type Model = new (data: Manifest) => { validate(): void };
  const models = (await import(schemaModule(manifest)).catch(() => ({}))) as Record<string, Model>;
  const Class = models[manifest.kind];
  if (Class === undefined) return [`${manifest.apiVersion} has no ${manifest.kind}`];
  try {
    new Class(manifest).validate();
    return [];
  } catch (error) {
    return [(error as Error).message];
  }
}

async function compile(manifests: readonly Manifest[]): Promise<string[][]> {
  const tree = await mkdtemp(join(tmpdir(), 'rigworth-manifests-'));
  try {
    await symlink(MODULES, join(tree, 'node_modules'));
    await writeFile(join(tree, 'package.json'), '{ "type": "module" }');
    await writeFile(join(tree, 'tsconfig.json'), TSCONFIG);
    for (const [index, manifest] of manifests.entries())
      await writeFile(join(tree, `${index}.ts`), asLiteral(manifest));
    const output = await run(join(MODULES, '.bin/tsc'), ['-p', tree, '--pretty', 'false'], {
      cwd: tree,
    }).then(
      () => '',
      (error: Error & { stdout?: string }) => error.stdout ?? error.message,
    );
    const faults = output.split('\n').filter((line) => line.includes('error TS'));
    if (output !== '' && faults.length === 0) throw new Error(`tsc could not run: ${output}`);
    return manifests.map((_, index) => faults.filter((line) => line.startsWith(`${index}.ts`)));
  } finally {
    await rm(tree, { recursive: true });
  }
}

const TSCONFIG = JSON.stringify({
  compilerOptions: {
    target: 'es2024',
    module: 'nodenext',
    strict: true,
    skipLibCheck: true,
    noEmit: true,
    types: [],
  },
});

const asLiteral = (manifest: Manifest) =>
  `import type { I${manifest.kind} } from '${schemaModule(manifest)}';\n` +
  `export const manifest: I${manifest.kind} = ${JSON.stringify(manifest, null, 2)};\n`;
