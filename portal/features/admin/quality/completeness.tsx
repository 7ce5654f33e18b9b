import { QUALITY } from '../../../content/data-quality.ts';
import { classes } from '../../../ui/classes.ts';
import { count } from '../../../ui/format.ts';
import { ShareBar } from '../../../ui/share-bar.tsx';
import { Card, CardHead } from '../../../ui/surface.tsx';
import { Cell, Head, Table } from '../../../ui/table.tsx';
import { plainTitle } from '../../../ui/words.ts';
import type { Quality } from '../queries.ts';
import { shareOfMany } from './share-of-many.ts';

const words = QUALITY.completeness;
/** A source that says a field so much more seldom than all do is marked. */
const FAR_BELOW = 0.25;

/** How often each field is said, by all and by each source. */
export function Completeness({ quality: { completeness, sources } }: { quality: Quality }) {
  return (
    <Card className="grid grid-cols-1 gap-3">
      <CardHead title={words.title} text={words.text} />
      <Table caption={words.title} stacks>
        <thead>
          <tr>
            <Head>{words.field}</Head>
            <Head>{words.all}</Head>
            {sources.map(({ source, listings }) => (
              <Head key={source} end>
                {source}
                <span className="block font-normal">{count(listings)}</span>
              </Head>
            ))}
          </tr>
        </thead>
        <tbody>
          {completeness.map(({ field, filled, bySource }) => (
            <tr key={field}>
              <Head row>
                <span className="whitespace-nowrap">{plainTitle(field)}</span>
              </Head>
              <Cell label={words.all}>
                <span className="flex min-w-24 items-center sm:min-w-32 gap-2">
                  <ShareBar share={filled} className="grow" />
                  <span className="w-11 text-end font-bold">{shareOfMany(filled)}</span>
                </span>
              </Cell>
              {sources.map(({ source }) => {
                const own = bySource.find((row) => row.source === source)?.filled;
                return (
                  <Cell key={source} end label={source}>
                    <span
                      className={classes(
                        own !== undefined && own < filled - FAR_BELOW && 'font-bold text-danger',
                      )}
                    >
                      {own === undefined ? '–' : shareOfMany(own)}
                    </span>
                  </Cell>
                );
              })}
            </tr>
          ))}
        </tbody>
      </Table>
    </Card>
  );
}
