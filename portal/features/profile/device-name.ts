/** Tokens of a browser's own name of itself, the more telling first: most claim to be others too. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(HeadlessChrome|Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

/** `Chrome, Windows` of a User-Agent; as it calls itself where neither is known, null for nothing. */
export function deviceName(userAgent: string): string | null {
  const known = [BROWSERS, SYSTEMS]
    .map((table) => table.find(([token]) => token.test(userAgent))?.[1])
    .filter((name) => name !== undefined);
  return known.join(', ') || userAgent.slice(0, 60) || null;
}
