import { decode, type Encoding } from './text.ts';

/** A declaration stands in the first bytes or nowhere. */
const maxDeclaration = 300;
const declaration = /^\s*<\?xml\s[^>]*?\bencoding\s*=\s*["']([\w.:-]+)["']/;

/** The text of an XML file's bytes, in the mapping's encoding or in the one that the file itself declares. */
export class XmlDecoder {
  readonly #encoding: Encoding;
  #head = '';

  constructor(encoding: Encoding) {
    this.#encoding = encoding;
  }

  /** Takes the file's next bytes, before any of them is decoded. */
  push(chunk: Buffer): void {
    const missing = maxDeclaration - this.#head.length;
    if (missing > 0) this.#head += chunk.subarray(0, missing).toString('latin1');
  }

  /** Undefined where the bytes are in neither. What is UTF-8 all the same is read so: many declare what they are not. */
  decode(bytes: Buffer): string | undefined {
    return (
      decode(bytes, this.#encoding) ??
      (declaresLatin1(this.#head) ? decode(bytes, 'latin1') : undefined)
    );
  }
}

function declaresLatin1(head: string): boolean {
  const label = declaration.exec(head)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(label).encoding === 'windows-1252';
  } catch {
    return false;
  }
}
