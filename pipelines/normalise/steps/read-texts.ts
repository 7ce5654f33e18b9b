import { ok, type Outcome } from '../../outcome.ts';
import type { Received } from '../draft.ts';
import { textsOf, type Texts } from '../text/texts.ts';

export interface WithTexts {
  readonly texts: Texts;
}

/** Cleans every field once. */
export function readTexts<T extends Received>(input: T): Outcome<T & WithTexts> {
  return ok({ ...input, texts: textsOf(input.raw) });
}
