import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { newTopic } from '../support/log-topic.ts';

const run = promisify(execFile);
const MESSAGES = 250;

it('processes that open and close one log over and over never keep each other out', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'rigworth-renewed-'));
  const { name } = newTopic();
  const script = join(import.meta.dirname, 'renewing-process.ts');
  const ended = await Promise.all(
    ['one', 'two'].map((writer) =>
      run(process.execPath, [script, directory, name, writer, MESSAGES, 2 * MESSAGES].map(String)),
    ),
  );
  expect(ended.map(({ stdout }) => stdout)).toEqual(Array(2).fill(String(2 * MESSAGES)));
  await rm(directory, { recursive: true });
});
