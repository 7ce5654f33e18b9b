import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { buildPortal } from './build-portal.ts';

it('is built whole by processes that start at the same moment, and leaves nothing beside it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'rigworth-portal-'));
  const built = join(folder, 'portal');
  try {
    expect(await Promise.all([buildPortal(built), buildPortal(built)])).toEqual([built, built]);
    expect(await readdir(folder)).toEqual(['portal']);
    expect(await readdir(built)).toEqual(expect.arrayContaining(['index.html', 'routes.json']));
    expect(await buildPortal(built)).toBe(built);
  } finally {
    await rm(folder, { recursive: true });
  }
}, 240_000);
