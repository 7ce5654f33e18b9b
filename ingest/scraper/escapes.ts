/** What a form of escapes writes as %XX, and which escapes it writes as the sign itself; ASCII signs. */
export interface EscapeForm {
  encoded: (octet: number) => boolean;
  decoded: (octet: number) => boolean;
}

/**
 * Makes what writes a text in one form of its escapes, their letters in upper case; `%` is an escape
 * only where two hexadecimal digits follow. The text has one character for each octet. By table and
 * into one buffer, since a robots.txt may hold a hundred thousand escapes.
 */
export function createEscaper({ encoded, decoded }: EscapeForm): (text: string) => string {
  const isEncoded = octets.map(encoded);
  const isDecoded = octets.map(decoded);
  const isRewritten = (sign: number): boolean => sign === percent || isEncoded[sign] === true;
  return (text) => {
    let start = 0;
    while (start < text.length && !isRewritten(text.charCodeAt(start))) start += 1;
    if (start === text.length) return text;
    const written = Buffer.allocUnsafe(text.length * 3);
    let at = written.write(text.slice(0, start), 'latin1');
    for (let i = start; i < text.length; i += 1) {
      const sign = text.charCodeAt(i);
      const escaped = sign === percent ? octetOf(text, i + 1) : -1;
      const octet = escaped === -1 ? sign : escaped;
      if (escaped !== -1) i += 2;
      if (escaped === -1 ? isEncoded[octet] === true : isDecoded[octet] !== true) {
        written[at] = percent;
        written[at + 1] = upperHex.charCodeAt(octet >> 4);
        written[at + 2] = upperHex.charCodeAt(octet & 15);
        at += 3;
      } else {
        written[at] = octet;
        at += 1;
      }
    }
    return written.toString('latin1', 0, at);
  };
}

const percent = 0x25;
const upperHex = '0123456789ABCDEF';
const octets = Array.from({ length: 256 }, (_, octet) => octet);

/** The octet two hexadecimal digits stand for; -1 where there are none. */
function octetOf(text: string, at: number): number {
  const high = digitOf(text.charCodeAt(at));
  const low = digitOf(text.charCodeAt(at + 1));
  return high === -1 || low === -1 ? -1 : high * 16 + low;
}

/** NaN, of no character, is no digit. */
function digitOf(sign: number): number {
  if (sign >= 0x30 && sign <= 0x39) return sign - 0x30;
  const lower = sign | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}

/** Whether an escape of it stands for nothing else than the sign (RFC 3986, 2.3). */
export const isUnreserved = (octet: number): boolean => /[\w.~-]/.test(String.fromCharCode(octet));
