import { createEscaper, isUnreserved } from '../escapes.ts';

/** Longer addresses are traps: of calendars, of filters that pile up. */
export const maxUrlLength = 1_500;

/** Parameters that say where a visitor came from, and not what is shown. */
const tracking =
  /^(?:utm_\w+|gclid|gbraid|wbraid|dclid|fbclid|msclkid|yclid|ttclid|twclid|li_fat_id|igshid|mc_[ce]id|_ga|_gl|_hsenc|_hsmi|mkt_tok|phpsessid|jsessionid|aspsessionid\w*)$/i;
/** Parameters that may be a session, or the number of a unit: the value tells. */
const sessionName = /^(?:sessionid|sid)$/i;
const sessionValue = /^(?=.*\d)(?=.*[a-z])[\w-]{16,}$/i;

/**
 * The one address of a page, by which it is known and asked for: as the URL standard writes it,
 * without fragment, tracking and session parameters, an empty query or a session in the path, its
 * escapes in one form (letters and digits plain, others in upper case), no dot after the host. Undefined where it is no
 * http(s) address, or too long.
 *
 * What it leaves alone, since servers do tell these apart: http and https, www, double and final
 * slashes, index.html, the order of parameters and the case of the path.
 */
export function canonicalUrl(written: string, base?: string): string | undefined {
  const url = URL.parse(written.trim(), base);
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return undefined;
  if (url.href.length > 2 * maxUrlLength) return undefined;
  url.hash = '';
  url.hostname = url.hostname.replace(/\.$/, '');
  url.pathname = plainEscapes(url.pathname.replace(/;jsessionid=[^/?;]*/i, ''));
  // As text: to read parameters and write them anew would change how the others are escaped.
  const kept = url.search
    .slice(1)
    .split('&')
    .filter((parameter) => parameter !== '' && !saysWho(parameter));
  // With its question mark: without one, that of a parameter called `?` would be taken for it.
  url.search = kept.length === 0 ? '' : `?${plainEscapes(kept.join('&'))}`;
  return url.href.length > maxUrlLength ? undefined : url.href;
}

/** Whether a parameter says who comes or from where, and not what is shown. */
function saysWho(parameter: string): boolean {
  const [name = '', value = ''] = parameter.split('=', 2);
  return tracking.test(name) || (sessionName.test(name) && sessionValue.test(value));
}

/** Escapes in one form: letters and digits plain, others in upper case. */
const plainEscapes = createEscaper({
  encoded: (octet) => '%[]^`{|}\\'.includes(String.fromCharCode(octet)),
  decoded: isUnreserved,
});
