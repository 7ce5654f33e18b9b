import { describe, expect, it } from 'vitest';
import { bytesView, VIEW_BYTES } from './letter-view.ts';

describe('the bytes of a dead letter', () => {
  it('are text where all of them are', () => {
    expect(bytesView(Buffer.from('{"make":"Citroën"}\n'))).toEqual({
      encoding: 'text',
      body: '{"make":"Citroën"}\n',
      cut: false,
    });
    expect(bytesView(Buffer.alloc(0))).toEqual({ encoding: 'text', body: '', cut: false });
  });

  it('are base64 where one of them is no character, or none that can be shown', () => {
    for (const bytes of [Buffer.from([0x7b, 0xff]), Buffer.from('a\0b'), Buffer.from('\u001b[2J')])
      expect(bytesView(bytes)).toEqual({
        encoding: 'base64',
        body: bytes.toString('base64'),
        cut: false,
      });
  });

  it('are shown by their beginning, which ends at a whole character', () => {
    const view = bytesView(Buffer.from('é'.repeat(VIEW_BYTES)));
    expect(view).toMatchObject({ encoding: 'text', cut: true });
    expect(view.body).toBe('é'.repeat(VIEW_BYTES / 2));
    const odd = bytesView(Buffer.from(`x${'é'.repeat(VIEW_BYTES)}`));
    expect(odd.body).toBe(`x${'é'.repeat(VIEW_BYTES / 2 - 1)}`);
    const binary = bytesView(Buffer.alloc(VIEW_BYTES * 2, 0xff));
    expect(Buffer.from(binary.body, 'base64')).toHaveLength(VIEW_BYTES);
  });
});
