/**
 * Whether a rule's path matches that of a URL: `*` stands for any run of characters, `$` at the end
 * for the end of the URL. Each piece between stars is looked for once, from left to right, never
 * going back: the first place that fits leaves the most for those that follow.
 */
export function matchesPath(pattern: string, path: string): boolean {
  const anchored = pattern.endsWith('$');
  const end = anchored ? pattern.length - 1 : pattern.length;
  let star = pattern.indexOf('*');
  if (star === -1 || star >= end)
    return anchored ? path === pattern.slice(0, end) : path.startsWith(pattern);
  if (!path.startsWith(pattern.slice(0, star))) return false;
  let at = star;
  for (;;) {
    const from = star + 1;
    const next = pattern.indexOf('*', from);
    if (next === -1 || next >= end) {
      const last = pattern.slice(from, end);
      return anchored
        ? path.length - last.length >= at && path.endsWith(last)
        : path.includes(last, at);
    }
    const piece = pattern.slice(from, next);
    const found = path.indexOf(piece, at);
    if (found === -1) return false;
    at = found + piece.length;
    star = next;
  }
}

/**
 * What RFC 9309 (2.2.2) asks of a path before it is compared: octets outside ASCII as %XX, and the
 * letters of an escape in upper case.
 * @param octets one character for each octet
 */
export const escapeOctets = (octets: string): string =>
  octets.replaceAll(/%(?![0-9A-F]{2})[0-9a-fA-F]{2}|[\u0080-\u00ff]/g, (found) =>
    found.length === 1 ? `%${found.charCodeAt(0).toString(16).toUpperCase()}` : found.toUpperCase(),
  );
