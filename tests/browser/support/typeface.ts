import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { BrowserContext, Page } from 'playwright-core';

const FILE = '@fontsource-variable/overpass/files/overpass-latin-wght-normal.woff2';
const STYLES = new URL('../../../portal/ui/theme.css', import.meta.url);

/**
 * Has the portal's typeface there before a page is. Asked for by the page it is left out where it comes
 * late (`font-display: optional`), so that a busy machine would draw, and measure, other letters.
 */
export async function bringTypeface(context: BrowserContext): Promise<void> {
  await context.addInitScript(SCRIPT);
}

/** Has a page drawn in the letters of the system, as where the typeface comes late. */
export async function withoutTypeface(page: Page): Promise<void> {
  await page.addInitScript('document.fonts.clear()');
  await page.route('**/*.woff2', (route) => route.fulfill({ status: 404 }));
}

const SCRIPT = scriptOf(
  readFileSync(fileURLToPath(STYLES), 'utf8'),
  readFileSync(fileURLToPath(import.meta.resolve(FILE))).toString('base64'),
);

/** A face made from bytes is there at once; it says of itself what the portal's styles do. */
function scriptOf(styles: string, base64: string): string {
  const rule = /@font-face \{(?<body>[^}]+)\}/.exec(styles)?.groups?.['body'] ?? '';
  const told = (name: string) => {
    const value = new RegExp(`${name}: '?(?<value>[^;']+)`).exec(rule)?.groups?.['value'];
    if (value === undefined) throw new Error(`The typeface of theme.css has no ${name}.`);
    return value;
  };
  const descriptors = {
    weight: told('font-weight'),
    ascentOverride: told('ascent-override'),
    descentOverride: told('descent-override'),
    lineGapOverride: told('line-gap-override'),
  };
  const face = [told('font-family'), base64, descriptors].map((value) => JSON.stringify(value));
  return `((family, base64, descriptors) => {
    const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
    document.fonts.add(new FontFace(family, bytes, descriptors));
  })(${face.join(', ')})`;
}
