import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StartRefused } from '#platform/lifecycle.ts';
import { keptSecret } from './session-secret.ts';

describe('the secret that signs the sessions', () => {
  let directory = '';
  const file = () => join(directory, 'session-secret');
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'rigworth-secret-'));
  });
  afterEach(() => rm(directory, { recursive: true }));

  it('is made once, of 32 bytes: whoever is signed in stays so after a restart', async () => {
    const made = await keptSecret(file());
    expect(Buffer.from(made, 'base64')).toHaveLength(32);
    expect(await keptSecret(file())).toBe(made);
  });

  it('is another in each folder', async () => {
    expect(await keptSecret(file())).not.toBe(await keptSecret(`${file()}-2`));
  });

  it('is read by its owner only', async () => {
    await keptSecret(file());
    expect((await stat(file())).mode & 0o777).toBe(0o600);
  });

  it.each(['', 'hunter2', Buffer.alloc(31, 7).toString('base64')])(
    'is refused where the file holds %j',
    async (text) => {
      await writeFile(file(), text);
      const refused = keptSecret(file());
      await expect(refused).rejects.toThrow(StartRefused);
      await expect(refused).rejects.toThrow(`${file()} holds less than 32 bytes`);
    },
  );
});
