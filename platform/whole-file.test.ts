import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { checkWholeFile, createWholeFile } from './whole-file.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rigworth-whole-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('replaces the file of its name once it is whole', async () => {
  const path = join(folder, 'out.csv');
  writeFileSync(path, 'old');
  const file = await createWholeFile(path);
  await file.write(Buffer.from('ne'));
  expect(readFileSync(path, 'utf8')).toBe('old');
  await file.write(Buffer.from('w'));
  await file.finish();
  expect(readFileSync(path, 'utf8')).toBe('new');
  expect(readdirSync(folder)).toEqual(['out.csv']);
});

it('leaves nothing of one that was given up', async () => {
  const file = await createWholeFile(join(folder, 'out.csv'));
  await file.write(Buffer.from('half'));
  await file.discard();
  expect(readdirSync(folder)).toEqual([]);
});

it('refuses a name that stands for a folder or a device, and leaves it as it is', async () => {
  await expect(createWholeFile(folder)).rejects.toThrow(`${folder}: is there and is not a file`);
  await expect(createWholeFile('/dev/null')).rejects.toThrow(
    '/dev/null: is there and is not a file',
  );
  expect(statSync('/dev/null').isCharacterDevice()).toBe(true);
});

it('names a folder that is not there', async () => {
  const path = join(folder, 'none', 'out.csv');
  await expect(createWholeFile(path)).rejects.toMatchObject({
    code: 'file_not_begun',
    message: `${path}: there is no folder ${join(folder, 'none')}`,
  });
});

it('can be asked beforehand whether there may be one, which changes nothing', async () => {
  const path = join(folder, 'out.csv');
  await checkWholeFile(path);
  expect(readdirSync(folder)).toEqual([]);
  writeFileSync(path, 'old');
  await checkWholeFile(path);
  expect(readFileSync(path, 'utf8')).toBe('old');
  expect(readdirSync(folder)).toEqual(['out.csv']);
  await expect(checkWholeFile(join(path, 'x'))).rejects.toMatchObject({ code: 'file_not_begun' });
});
