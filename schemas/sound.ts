/**
 * Ways of writing one sound, each as the one it is compared by. Their order matters: a c is judged by a y that stands
 * behind it, and an e at the end is not heard once letters that stand twice are one.
 */
const ONE_WAY: readonly (readonly [RegExp, string])[] = [
  [/ph/g, 'f'],
  [/igh/g, 'i'],
  [/gn/g, 'n'],
  [/ew|oo/g, 'u'],
  [/c(?=[eiy])|z/g, 's'],
  [/ck|c(?!h)|q/g, 'k'],
  [/y/g, 'i'],
  [/([a-z])\1/g, '$1'],
  [/(?<=.{3})e$/, ''],
];

/** About how a word in lower case sounds, as people write it who have only heard it: `jayco` and `jaiko` are one. */
export const soundOf = (word: string): string =>
  ONE_WAY.reduce((sound, [ways, one]) => sound.replace(ways, one), word);
