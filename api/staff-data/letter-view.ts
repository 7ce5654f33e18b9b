import type { DeadLetterView } from '#schemas/api/staff-data.ts';

/** So many bytes of a letter are shown; the rest is to be downloaded. */
export const VIEW_BYTES = 64 * 1024;

/** What a terminal or a page would act on, and what no text has. */
// oxlint-disable-next-line no-control-regex -- that is what is looked for
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

/** The beginning of a message as it can be shown: text where all of it is, else base64. */
export function bytesView(bytes: Uint8Array): DeadLetterView['bytes'] {
  const cut = bytes.length > VIEW_BYTES;
  const shown = bytes.subarray(0, VIEW_BYTES);
  const text = textOf(shown, cut);
  return text === undefined
    ? { encoding: 'base64', body: Buffer.from(shown).toString('base64'), cut }
    : { encoding: 'text', body: text, cut };
}

/** `cut`: the last character may be a part of one, which is left out. */
function textOf(bytes: Uint8Array, cut: boolean): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, {
      stream: cut,
    });
    return CONTROL.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
}
