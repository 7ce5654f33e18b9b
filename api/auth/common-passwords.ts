import { dictionary } from '@zxcvbn-ts/language-common';
import { Problem } from '../http/problem.ts';

/** 49,000 passwords that were leaked most often, in lower case. */
const COMMON: ReadonlySet<string> = new Set(dictionary['passwords-common']);

/** @throws Problem 422 for a password that whoever guesses tries first */
export function refuseCommonPassword(password: string): void {
  if (!COMMON.has(password.normalize('NFKC').toLowerCase())) return;
  const message = 'This password is on lists of leaked passwords. Please choose another';
  throw new Problem(422, 'common_password', message, {
    details: [{ path: 'password', message }],
  });
}
