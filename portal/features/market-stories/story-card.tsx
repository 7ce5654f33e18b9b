import { useId } from 'react';
import { MARKET_STORIES } from '../../content/market-stories.ts';
import { classes } from '../../ui/classes.ts';
import { date, share } from '../../ui/format.ts';
import { TrendDownIcon, TrendFlatIcon, TrendUpIcon } from '../../ui/icons.tsx';
import { Card } from '../../ui/surface.tsx';
import { unbroken } from '../../ui/words.ts';
import type { Story } from './queries.ts';

const words = MARKET_STORIES;

/** One story: what is so, the figures it rests on, and what to do about it. */
export function StoryCard({ story }: { story: Story }) {
  const id = useId();
  return (
    <article aria-labelledby={id} className="h-full">
      <Card className="flex h-full flex-col gap-4 wrap-anywhere print:block print:h-auto print:space-y-2">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <span className="rounded-full bg-primary-soft px-2.5 py-0.5 text-small font-bold text-primary">
            {words.tabs[story.category]}
          </span>
          <span className="tabular text-small font-bold text-ink-muted">
            {words.confidence(share(story.confidence))}
          </span>
        </div>
        <div className="grid gap-2">
          <h2 id={id} className="text-title wrap-anywhere">
            {unbroken(story.title)}
          </h2>
          <p className="font-bold">{story.summary}</p>
          <p className="text-ink-muted">{story.narrative}</p>
        </div>
        <div>
          <h3 className="sr-only">{words.dataPoints}</h3>
          <DataPoints points={story.dataPoints} />
        </div>
        <div>
          <h3 className="text-body font-extrabold">{words.insights}</h3>
          <ul className="mt-1 grid list-disc gap-1 pl-5 marker:text-primary">
            {story.keyInsights.map((insight) => (
              <li key={insight}>{insight}</li>
            ))}
          </ul>
        </div>
        <div>
          <h3 className="text-body font-extrabold">{words.recommendations}</h3>
          <ol className="mt-1 grid list-decimal gap-1 pl-5 marker:font-bold marker:text-primary">
            {story.recommendations.map((recommendation) => (
              <li key={recommendation}>{recommendation}</li>
            ))}
          </ol>
        </div>
        <p className="mt-auto text-small text-ink-muted">
          {words.generated(date(story.generatedAt))}
        </p>
      </Card>
    </article>
  );
}

const ARROWS = { up: TrendUpIcon, down: TrendDownIcon, flat: TrendFlatIcon };
const LOOKS = { positive: 'text-primary', negative: 'text-danger', other: 'text-ink-muted' };

/**
 * Trends other than up and down are level, and `none` is no trend: what tells of no change has no arrow.
 * Impacts other than positive and negative are neither.
 */
function DataPoints({ points }: { points: Story['dataPoints'] }) {
  return (
    <dl className="grid gap-2 rounded-control bg-sunken p-3">
      {points.map(({ metric, value, trend, impact }) => {
        const direction = trend === 'up' || trend === 'down' ? trend : 'flat';
        const colour = impact === 'positive' || impact === 'negative' ? impact : 'other';
        const Arrow = ARROWS[direction];
        return (
          <div key={metric} className="flex items-baseline justify-between gap-3">
            <dt className="min-w-0 wrap-anywhere">{metric}</dt>
            <dd
              data-impact={colour}
              className={classes(
                'tabular flex max-w-3/5 shrink-0 items-center gap-1 font-extrabold',
                LOOKS[colour],
              )}
            >
              {value}
              {trend !== 'none' && (
                <>
                  <Arrow className="size-4 self-center" />
                  <span className="sr-only">, {words.trend[direction]}</span>
                </>
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
