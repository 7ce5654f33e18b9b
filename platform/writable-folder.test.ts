import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeWritableFolder } from './writable-folder.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rigworth-folder-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('a folder that is to be written', () => {
  it('is made with all that is missing above it, and may be there already', () => {
    const wanted = join(folder, 'a', 'b', 'c');
    makeWritableFolder(wanted);
    makeWritableFolder(wanted);
    expect(existsSync(wanted)).toBe(true);
  });

  it('is refused where a file is in the way', () => {
    const file = join(folder, 'note');
    writeFileSync(file, '');
    expect(() => makeWritableFolder('/dev/null')).toThrow('/dev/null is not a folder');
    expect(() => makeWritableFolder(file)).toThrow(`${file} is not a folder`);
    expect(() => makeWritableFolder(join(file, 'log'))).toThrow(`${file} is not a folder`);
  });

  it.skipIf(process.getuid?.() === 0)(
    'is refused where the folder above may not be written',
    () => {
      chmodSync(folder, 0o500);
      expect(() => makeWritableFolder(join(folder, 'log'))).toThrow(`${folder} may not be written`);
    },
  );

  // Node's own recursive mkdir never returns there.
  it.skipIf(!existsSync('/proc/self'))('is refused where the system lets nobody make one', () => {
    expect(() => makeWritableFolder('/proc/rigworth/log')).toThrow(/^\/proc\/?.*(may not|cannot)/);
  });
});
