import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const project = resolve(import.meta.dirname, '../..');
let tree = '';

beforeAll(() => {
  tree = mkdtempSync(join(tmpdir(), 'rigworth-boundaries-'));
  cpSync(join(project, 'oxlint.config.ts'), join(tree, 'oxlint.config.ts'));
  cpSync(join(project, 'tsconfig.base.json'), join(tree, 'tsconfig.base.json'));
  cpSync(join(project, 'tsconfig.json'), join(tree, 'tsconfig.json'));
  symlinkSync(join(project, 'node_modules'), join(tree, 'node_modules'));
});
afterAll(() => rmSync(tree, { recursive: true }));

/** What the lint of `npm run check` says of a tree that holds just these files. */
function lint(files: Record<string, string>): { failed: boolean; output: string } {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(tree, path)), { recursive: true });
    writeFileSync(join(tree, path), text);
  }
  const run = spawnSync(join(project, 'node_modules/.bin/oxlint'), [], {
    cwd: tree,
    encoding: 'utf8',
  });
  for (const path of Object.keys(files)) rmSync(join(tree, path));
  return { failed: run.status !== 0, output: run.stdout + run.stderr };
}

const planted = (imported: string, kind = 'import { x }') =>
  `${kind} from '${imported}';\nexport { x };\n`;

describe('the table of allowed imports', () => {
  it('lets an allowed import pass', () => {
    expect(
      lint({ 'api/a.ts': planted('#domain/x.ts'), 'domain/x.ts': 'export const x = 1;\n' }),
    ).toMatchObject({
      failed: false,
    });
  });

  it.each([
    ['schemas', '#platform/x.ts'],
    ['domain', '#platform/x.ts'],
    ['platform', '#warehouse/x.ts'],
    ['ingest', '#warehouse/x.ts'],
    ['warehouse', '#domain/x.ts'],
    ['pipelines', '#ingest/x.ts'],
    ['api', '#pipelines/x.ts'],
    ['portal', '#domain/x.ts'],
    ['deploy', '#tests/x.ts'],
  ])('refuses %s importing %s', (folder, imported) => {
    const { failed, output } = lint({ [`${folder}/a.ts`]: planted(imported) });
    expect(failed).toBe(true);
    expect(output).toContain('may not import this folder');
  });

  it('refuses a forbidden import of types only', () => {
    const file = `import type { X } from '#api/x.ts';\nexport type Y = X;\n`;
    expect(lint({ 'domain/a.ts': file }).output).toContain('may not import this folder');
  });

  it.each([
    ['domain/names/a.ts', '../../schemas/x.ts'],
    ['schemas/events/a.ts', '../../api/x.ts'],
    ['schemas/a.ts', '../api/x.ts'],
    ['portal/ui/a.ts', '../../portal/features/search/x.ts'],
  ])('refuses a way around the # imports: %s importing %s', (file, imported) => {
    expect(lint({ [file]: planted(imported) }).output).toContain('use the # imports');
  });

  it('refuses an address that a page writes by the router itself', () => {
    const file = `import { useSearchParams } from 'react-router-dom';\nexport { useSearchParams };\n`;
    expect(lint({ 'portal/features/search/a.ts': file }).output).toContain('use-address.ts');
  });

  it('refuses what is sent twice where it is pressed twice', () => {
    const file = `import { useMutation } from '@tanstack/react-query';\nexport { useMutation };\n`;
    expect(lint({ 'portal/features/search/a.ts': file }).output).toContain('use-mutation.ts');
  });

  it('refuses a primitive that asks for its data by itself', () => {
    const file = `import { useQuery } from '@tanstack/react-query';\nexport { useQuery };\n`;
    expect(lint({ 'portal/ui/a.ts': file }).output).toContain('portal/ui shows is handed to it');
    expect(lint({ 'portal/features/search/a.ts': file }).failed).toBe(false);
  });

  it('refuses a primitive that sends by itself', () => {
    const sends = planted('../client/use-mutation.ts');
    expect(lint({ 'portal/ui/a.ts': sends }).output).toContain('is handed to it');
  });

  it('refuses a cycle', () => {
    const { failed, output } = lint({
      'domain/a.ts': `import { b } from './b.ts';\nexport const a = () => b;\n`,
      'domain/b.ts': `import { a } from './a.ts';\nexport const b = () => a;\n`,
    });
    expect(failed).toBe(true);
    expect(output).toContain('no-cycle');
  });
});

describe("the portal's layers", () => {
  it.each([
    ['ui', '../features/search/x.ts'],
    ['charts', '../pages/x.ts'],
    ['pages', '../app/x.ts'],
  ])('refuse %s importing %s', (layer, imported) => {
    expect(lint({ [`portal/${layer}/a.ts`]: planted(imported) }).output).toContain(
      'a layer above it',
    );
  });

  it.each([
    ['search', '../compare/x.ts'],
    ['search', '../../features/compare/x.ts'],
    ['admin/sources', '../../compare/x.ts'],
    ['admin/sources', '../../../features/compare/x.ts'],
  ])('refuse one feature importing another: %s importing %s', (folder, imported) => {
    expect(lint({ [`portal/features/${folder}/a.ts`]: planted(imported) }).output).toContain(
      'No feature imports another',
    );
  });

  it.each([
    ['search', '../../ui/x.ts', 'ui'],
    ['admin/sources', '../../../ui/x.ts', 'ui'],
    ['admin/sources', '../x.ts', 'features/admin'],
  ])('let %s import %s, which lies below it', (folder, imported, below) => {
    const files = {
      [`portal/features/${folder}/a.ts`]: planted(imported),
      [`portal/${below}/x.ts`]: 'export const x = 1;\n',
    };
    expect(lint(files)).toMatchObject({ failed: false });
  });
});

describe('a schema, which reaches the browser', () => {
  /** What is said of a schema that asks for an e-mail in one way or the other. */
  const asking = (email: string): string =>
    lint({ 'schemas/a.ts': `import { z } from 'zod';\nexport const email = ${email};\n` }).output;

  it('uses nothing that zod has deprecated, which the portal is built without', () => {
    expect(asking('z.string().email()')).toContain('no-deprecated');
    expect(asking('z.email()')).not.toContain('no-deprecated');
  });
});
