import { Link } from 'react-router-dom';
import { findState } from '#schemas/vocabulary.ts';
import { useAddress } from '../../client/use-address.ts';
import type { MarketCount } from '../../client/market-data.ts';
import { ANALYTICS } from '../../content/analytics.ts';
import { MARKET_FIGURES } from '../../content/market-figures.ts';
import { pathOf } from '../../client/paths.ts';
import { BehindChart } from '../../ui/behind-chart.tsx';
import { Choice } from '../../ui/choice.tsx';
import { count, usd } from '../../ui/format.ts';
import { Card } from '../../ui/surface.tsx';
import { MedianPrice } from '../../ui/median-price.tsx';
import { Cell, Head, Table } from '../../ui/table.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { type Measure, MEASURES, shadesOf, type Tile, tilesOf } from './state-tiles.ts';

const words = ANALYTICS.map;
const choices = MEASURES.map((value) => ({ value, label: words.choices[value] }));
const TEXTS: Record<Measure, (value: number) => string> = { listings: count, price: usd };

/** How much of the theme's colour a shade has: letters stay readable on the first four, and on the full one. */
const SHADE_OPACITIES = [0.08, 0.18, 0.3, 0.42, 1];
const SIZE = 30;

/** The states shaded by how many RVs are listed there or what they ask, with the table behind it. */
export function StateMap({ states }: { states: readonly MarketCount[] }) {
  const { params, change } = useAddress();
  const measure = MEASURES.find((known) => known === params.get('map')) ?? 'listings';
  const choose = (next: Measure) => change({ map: next === 'listings' ? null : next });
  return (
    <Card className="grid grid-cols-1 gap-4">
      <h2 className="text-title">{words.title}</h2>
      {states.length === 0 ? (
        <p className="text-ink-muted">{words.none}</p>
      ) : (
        <>
          <p className="no-print -mt-3 text-ink-muted">{words.text}</p>
          <div className="max-w-sm">
            <Choice
              name="map"
              label={words.label}
              value={measure}
              options={choices}
              onChange={choose}
            />
          </div>
          <Tiles tiles={tilesOf(states, measure)} measure={measure} />
          <BehindChart
            name="states-table"
            file={{
              name: words.caption,
              heads: ['state', 'listings', 'priced', 'median_price'],
              rows: () =>
                mostFirst(states).map((state) => [
                  state.name,
                  state.listings,
                  state.priced,
                  state.medianPrice,
                ]),
            }}
          >
            <StateTable states={states} />
          </BehindChart>
        </>
      )}
    </Card>
  );
}

const searchIn = (code: string): string => `${pathOf('search')}?state=${code}`;

function Tiles({ tiles, measure }: { tiles: readonly Tile[]; measure: Measure }) {
  const text = TEXTS[measure];
  const known = tiles
    .flatMap(({ code, value }) => (value === null ? [] : [{ code, value }]))
    .toSorted((a, b) => a.value - b.value);
  const [least, most] = [known[0], known.at(-1)];
  if (least === undefined || most === undefined) return null;
  const nameOf = (code: string) => findState(code)?.name ?? code;
  return (
    <figure
      aria-label={words.description(
        words.choices[measure],
        nameOf(most.code),
        text(most.value),
        nameOf(least.code),
        text(least.value),
      )}
      className="mx-auto w-full max-w-2xl print:max-w-xs"
    >
      {/*
       * Fifty links in a row help nobody on a keyboard: theirs stand in the table. On a phone the map is wider than
       * the text, so that a finger meets a state.
       */}
      <svg
        viewBox={`0 0 ${12 * SIZE} ${8 * SIZE}`}
        aria-hidden="true"
        className="w-full max-sm:-mx-3 max-sm:w-[calc(100%+1.5rem)]"
      >
        {tiles.map(({ code, column, row, value, shade }) => (
          <Link key={code} to={searchIn(code)} tabIndex={-1}>
            <g transform={`translate(${column * SIZE} ${row * SIZE})`}>
              <title>
                {`${nameOf(code)}: ${value === null ? MARKET_FIGURES.none : text(value)}`}
              </title>
              <rect
                x="1"
                y="1"
                width={SIZE - 2}
                height={SIZE - 2}
                rx="4"
                fill="var(--primary)"
                fillOpacity={value === null ? 0 : SHADE_OPACITIES[shade]}
                stroke="var(--edge)"
                strokeDasharray={value === null ? '3 2' : undefined}
              />
              <text
                x={SIZE / 2}
                y={SIZE / 2}
                dy="0.36em"
                textAnchor="middle"
                fontSize="13"
                fontWeight="700"
                fill={value !== null && shade === 4 ? 'var(--on-primary)' : 'var(--ink)'}
              >
                {code}
              </text>
            </g>
          </Link>
        ))}
      </svg>
      <figcaption className="tabular mt-3 flex flex-wrap justify-center gap-x-4 gap-y-1 text-small text-ink-muted">
        <span className="print-only font-bold">{words.choices[measure]}</span>
        {shadesOf(tiles).map(({ shade, least: from, most: to }) => (
          <span key={shade} className="flex items-center gap-1.5">
            <svg viewBox="0 0 20 12" aria-hidden="true" className="h-3 w-5">
              <rect
                width="20"
                height="12"
                fill="var(--primary)"
                fillOpacity={SHADE_OPACITIES[shade]}
              />
            </svg>
            {from === to ? text(from) : words.shade(text(from), text(to))}
          </span>
        ))}
      </figcaption>
    </figure>
  );
}

const StateTable = ({ states }: { states: readonly MarketCount[] }) => (
  <Table caption={words.caption}>
    <thead>
      <tr>
        <Head>{words.state}</Head>
        <Head end>{words.choices.listings}</Head>
        <Head end wraps>
          {words.choices.price}
        </Head>
      </tr>
    </thead>
    <tbody>
      {mostFirst(states).map((state) => (
        <tr key={state.name}>
          <Head row>
            <StateName name={state.name} />
          </Head>
          <Cell end>{count(state.listings)}</Cell>
          <Cell end>
            <MedianPrice {...state} />
          </Cell>
        </tr>
      ))}
    </tbody>
  </Table>
);

const mostFirst = (states: readonly MarketCount[]): MarketCount[] =>
  states.toSorted((a, b) => b.listings - a.listings);

/** A state leads to what is listed there. */
function StateName({ name }: { name: string }) {
  const code = findState(name)?.code;
  return code === undefined ? name : <TextLink to={searchIn(code)}>{name}</TextLink>;
}
