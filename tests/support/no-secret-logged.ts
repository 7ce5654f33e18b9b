import assert from 'node:assert/strict';
import { afterAll } from 'vitest';
import { linesWithSecrets } from './logs.ts';

/** Every file's tests end with this: nothing that they made a server do wrote a secret into its log. */
afterAll(() => {
  assert.deepEqual(linesWithSecrets(), []);
});
