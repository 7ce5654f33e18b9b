import type { RegisteredPlace } from '../../client/market-data.ts';
import { ANALYTICS } from '../../content/analytics.ts';
import { MARKET_FIGURES } from '../../content/market-figures.ts';
import { count, shortMonth, signedPercent } from '../../ui/format.ts';
import { ShowAllTable } from '../../ui/show-all-table.tsx';
import { Card } from '../../ui/surface.tsx';
import { Cell, Head } from '../../ui/table.tsx';

const words = ANALYTICS.registrations;
const { heads } = words;

/** RVs registered in each place over a year, most first, Canadian provinces among them. */
export const Registrations = ({ places }: { places: readonly RegisteredPlace[] }) => (
  <Card className="print-in-parts">
    <h2 className="text-title">{words.title}</h2>
    <p className="mb-3 text-ink-muted">{places.length === 0 ? words.none : words.text}</p>
    {places.length > 0 && (
      <ShowAllTable
        caption={words.caption}
        stacks
        heads={
          <>
            <Head>{heads.place}</Head>
            <Head end>{heads.registered}</Head>
            <Head end>{heads.through}</Head>
            <Head end>{heads.change}</Head>
            <Head>{heads.most}</Head>
          </>
        }
        items={places}
        renderRow={(entry) => (
          <tr key={`${entry.place} ${entry.condition}`}>
            <Head row>{words.of(entry.place, entry.condition)}</Head>
            <Cell end strong label={heads.registered}>
              {count(entry.registered)}
            </Cell>
            <Cell end label={heads.through}>
              {spanOf(entry)}
            </Cell>
            <Cell end label={heads.change}>
              {entry.change === null ? MARKET_FIGURES.none : signedPercent(entry.change)}
            </Cell>
            <Cell muted label={heads.most}>
              {[entry.topType, entry.topMake].filter((name) => name !== null).join(', ') ||
                MARKET_FIGURES.none}
            </Cell>
          </tr>
        )}
        words={words}
        param="registrations"
      />
    )}
  </Card>
);

/** `Sep 2026`, and of how many months where files do not tell of all. */
function spanOf({ through, months }: RegisteredPlace): string {
  const [year = '', month = ''] = through.split('-');
  const last = `${shortMonth(Number(month) - 1)} ${year}`;
  return months === 12 ? last : words.partly(last, months);
}
