import { ConnectionFailure, reasonOf } from './failures.ts';
import { toasts } from './toasts.ts';

interface Words {
  title: string;
  /** Where the server gave no reason. */
  text?: string;
}

/** A toast that says what did not work, with the server's own reason where it gave one. */
export const showFailed = (words: Words, error: unknown): void =>
  toasts.show({ title: words.title, text: reasonOf(error, words.text), tone: 'bad' });

/** The same in the specification's words, which say what to do already where no answer came. */
export const showFailedAsSpecified = (words: Words, error: unknown): void =>
  showFailed(words, error instanceof ConnectionFailure ? undefined : error);
