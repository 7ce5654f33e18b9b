import { describe, expect, it } from 'vitest';
import { mailedLinkOf } from './mailed-link.ts';

describe('a link of a mail', () => {
  it('says what for, and its token', () => {
    expect(mailedLinkOf('#reset-password=a-b_1')).toEqual({
      purpose: 'reset-password',
      token: 'a-b_1',
    });
    expect(mailedLinkOf('#verify-email=x')).toEqual({ purpose: 'verify-email', token: 'x' });
  });

  it.each(['', '#content', '#reset-password=', '#reset-password=a b', '#delete=x'])(
    'is none: %j',
    (hash) => {
      expect(mailedLinkOf(hash)).toBeNull();
    },
  );
});
