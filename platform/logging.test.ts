import { describe, expect, it } from 'vitest';
import { createLogger } from './logging.ts';

describe('logging', () => {
  it('never writes a password, cookie or token', () => {
    const lines: string[] = [];
    const logger = createLogger('info', { write: (line: string) => void lines.push(line) });
    logger.info(
      { password: 'hunter2', body: { token: 'abc123' }, req: { headers: { cookie: 'sid=xyz' } } },
      'request',
    );
    expect(lines.join('')).not.toMatch(/hunter2|abc123|xyz/);
    expect(lines.join('')).toContain('[redacted]');
  });

  it.each(['password', 'token', 'cookie', 'authorization', 'secret', 'clientSecret'])(
    'writes no %s, also of what is logged within something else',
    (name) => {
      const lines: string[] = [];
      const logger = createLogger('info', { write: (line: string) => void lines.push(line) });
      logger.info({ [name]: 'hunter2', given: { [name]: 'hunter2' } }, 'a request');
      logger.info({ req: { headers: { [name]: 'hunter2' } } }, 'another');
      expect(lines).toHaveLength(2);
      expect(lines.join('')).not.toContain('hunter2');
    },
  );
});
