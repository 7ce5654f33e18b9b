/** Longest path that is looked at. */
const MAX_PATH = 500;

/**
 * The words of a listing URL that name the vehicle, lower case and separated by spaces; '' where
 * none do. Dealer platforms put condition, year, make and model there and ids at the end:
 * `/product/used-2017-jayco-eagle-337qsts-5000014-6` → `used 2017 jayco eagle 337qsts`.
 */
export function slugOf(url: string): string {
  if (url === '') return '';
  const path = pathOf(url);
  const segments: string[] = [];
  let best = '';
  for (const segment of path.split('/')) {
    const words = wordsOf(segment);
    segments.push(words);
    if (!/[a-z]/.test(words)) continue;
    // The segment with a model year names the vehicle; else the one with the most words.
    if (/\b(?:19[5-9]\d|20\d\d)\b/.test(words)) return words;
    if (countWords(words) > countWords(best)) best = words;
  }
  if (isInPieces(segments)) return segments.filter((words) => words !== '').join(' ');
  return countWords(best) >= 3 ? best : '';
}

/** `/rv/2016/tiffin/phaeton/40-qbh`: a year that is no date's, nor the number of a listing: several words name it. */
function isInPieces(segments: readonly string[]): boolean {
  const at = segments.findIndex((words) => YEAR.test(words));
  return (
    at >= 0 &&
    !MONTH.test(segments[at + 1] ?? '') &&
    segments.filter((words) => /[a-z]/.test(words)).length > 1
  );
}
const MONTH =
  /^(?:\d\d?|jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)$/;
const YEAR = /^(?:19[5-9]\d|20\d\d)$/;

function pathOf(url: string): string {
  const start = url.indexOf('://');
  const from = start === -1 ? 0 : url.indexOf('/', start + 3);
  if (from === -1) return '';
  return (url.slice(from).split(/[?#]/, 1)[0] ?? '').slice(0, MAX_PATH);
}

function wordsOf(segment: string): string {
  return decode(segment)
    .toLowerCase()
    .replace(/\.(?:html?|php|aspx?)$/, '')
    .replace(/(?:[-_+ ]\d{6,})(?:[-_+ ]\d{1,4})?$/, '')
    .replace(/[-_+\s]+/g, ' ')
    .trim();
}

function decode(segment: string): string {
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

const countWords = (text: string): number => (text === '' ? 0 : text.split(' ').length);
