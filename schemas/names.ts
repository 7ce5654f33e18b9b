/** What is left of a name when case, accents and punctuation do not matter. */
export const plain = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '');

/** The same for one name however it is spelled; what has no Latin letter or digit is the same only as itself. */
export const nameKey = (name: string): string => plain(name) || name.trim();

/** A text that begins with the name of a make, however it is written: the longest such name, and the words after it. */
export function splitMake(
  text: string,
  makes: readonly string[],
): { make: string; rest: string } | null {
  const words = text.split(/\s+/).filter(Boolean);
  if (words.length === 0) return null;
  const keys = makes.map(nameKey);
  for (let length = words.length; length > 0; length--) {
    const start = nameKey(words.slice(0, length).join(' '));
    const make = makes[keys.indexOf(start)];
    if (make !== undefined) return { make, rest: words.slice(length).join(' ') };
  }
  return null;
}
