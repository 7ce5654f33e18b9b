import { useQuery } from '@tanstack/react-query';
import { useAddress } from '../../../client/use-address.ts';
import { LETTERS } from '../../../content/dead-letters.ts';
import { STAFF } from '../../../content/staff.ts';
import { Badge } from '../../../ui/badge.tsx';
import { classes } from '../../../ui/classes.ts';
import { count } from '../../../ui/format.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { Pagination } from '../../../ui/pagination.tsx';
import { Card, CardHead, Skeleton } from '../../../ui/surface.tsx';
import { Cell, Head, Table } from '../../../ui/table.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { when } from '../../../ui/when.ts';
import { plainTitle } from '../../../ui/words.ts';
import { adminPath } from '../address.ts';
import { type Letters, lettersQuery } from '../queries.ts';
import { LetterFilters } from './letter-filters.tsx';
import { filterOf, letterQueryOf, nameOfPlace, openOf, placeOf } from './letter-state.ts';
import { LETTER_TONES } from './letter-tones.ts';
import { LetterView } from './letter-view.tsx';
import { RedriveAll } from './redrive-all.tsx';
import { Redrives } from './redrives.tsx';

const HEADING = 'dead-letters';

/** The dead letters that the address asks for, or the one it names. */
export function DeadLetters() {
  const { params, change } = useAddress();
  const query = letterQueryOf(params);
  const place = placeOf(params.get('letter'));
  const letters = useQuery({ ...lettersQuery(query), enabled: place === null });
  if (place !== null) return <LetterView key={nameOfPlace(place)} place={place} />;
  return (
    <div className="grid grid-cols-1 gap-6">
      <Card className="grid grid-cols-1 gap-4">
        <CardHead title={LETTERS.title} text={LETTERS.text} headingId={HEADING} />
        <LetterFilters query={query} found={letters.data} />
        <Loaded query={letters} failed={LETTERS.failed} waiting={<Skeleton className="h-96" />}>
          {(found) => (
            <div
              aria-busy={letters.isPlaceholderData}
              className={classes(
                'grid grid-cols-1 gap-4',
                letters.isPlaceholderData && 'opacity-60',
              )}
            >
              <div className="flex flex-wrap items-center justify-between gap-3">
                <p role="status" className="tabular font-bold">
                  {LETTERS.found(count(found.total))}
                </p>
                <RedriveAll
                  filter={filterOf(params)}
                  open={openOf(found, filterOf(params))}
                  known={!letters.isPlaceholderData}
                  heir={HEADING}
                />
              </div>
              <List found={found} />
              <Pagination
                page={query.page}
                pages={Math.ceil(found.total / found.pageSize)}
                words={LETTERS.pages}
                onChange={(page) => change({ page: page === 1 ? null : String(page) })}
              />
            </div>
          )}
        </Loaded>
      </Card>
      <Redrives />
    </div>
  );
}

function List({ found: { letters } }: { found: Letters }) {
  const { params } = useAddress();
  const { heads, empty } = LETTERS;
  const isFiltered = ['source', 'reason', 'state', 'since', 'until'].some((name) =>
    params.has(name),
  );
  if (letters.length === 0)
    return (
      <div className="py-8 text-center">
        <h3 className="font-bold">{empty.title}</h3>
        <p className="text-ink-muted">{isFiltered ? empty.filtered : empty.text}</p>
      </div>
    );
  const kept = Object.fromEntries(params);
  return (
    <Table stacks caption={LETTERS.title}>
      <thead>
        <tr>
          <Head>{heads.at}</Head>
          <Head>{heads.source}</Head>
          <Head>{heads.reason}</Head>
          <Head>{heads.origin}</Head>
          <Head>{heads.state}</Head>
          <Head end>{heads.size}</Head>
        </tr>
      </thead>
      <tbody>
        {letters.map((letter) => (
          <tr key={nameOfPlace(letter)} className="align-baseline">
            <Head row>
              <TextLink
                // Back to the list leads to the same page of it.
                to={adminPath('dead-letters', { ...kept, letter: nameOfPlace(letter), tab: null })}
                aria-label={LETTERS.see(when(letter.at))}
                className="whitespace-nowrap"
              >
                {when(letter.at)}
              </TextLink>
            </Head>
            <Cell label={heads.source}>
              {letter.source === '' ? LETTERS.filters.noSource : letter.source}
            </Cell>
            <Cell label={heads.reason}>
              <strong>{plainTitle(letter.reason)}</strong>
              <span className="block sm:min-w-48 text-small text-ink-muted wrap-anywhere">
                {letter.detail}
              </span>
            </Cell>
            <Cell label={heads.origin}>
              <span className="block sm:min-w-40 text-small wrap-anywhere">
                {letter.origin === '' ? STAFF.nothing : letter.origin}
              </span>
            </Cell>
            <Cell label={heads.state}>
              <Badge tone={LETTER_TONES[letter.state]}>{LETTERS.states[letter.state]}</Badge>
            </Cell>
            <Cell label={heads.size} end>
              {LETTERS.bytes(count(letter.size))}
            </Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
