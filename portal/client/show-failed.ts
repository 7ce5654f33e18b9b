import { reasonOf } from './failures.ts';
import { toasts } from './toasts.ts';

/** A toast that says what did not work, with the server's own reason where it gave one. */
export const showFailed = (words: { title: string; text: string }, error: unknown): void =>
  toasts.show({ title: words.title, text: reasonOf(error, words.text), tone: 'bad' });
