import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type DeadLetterView, downloadDeadLetter, redriveOne } from '#schemas/api/staff-data.ts';
import { api } from '../../../client/api.ts';
import { ApiFailure } from '../../../client/failures.ts';
import { LETTERS } from '../../../content/dead-letters.ts';
import { ArrivalHeading } from '../../../ui/arrival-heading.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button, buttonClasses } from '../../../ui/button.tsx';
import { count } from '../../../ui/format.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { DownloadIcon } from '../../../ui/icons.tsx';
import { Card, Skeleton } from '../../../ui/surface.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { when } from '../../../ui/when.ts';
import { plainTitle, plainWord } from '../../../ui/words.ts';
import { useAddress } from '../../../client/use-address.ts';
import { adminPath, runPath } from '../address.ts';
import { BackLink } from '../back-link.tsx';
import { NotThere } from '../not-there.tsx';
import { letterQuery, type LetterPlace } from '../queries.ts';
import { nameOfPlace } from './letter-state.ts';
import { LETTER_TONES } from './letter-tones.ts';
import { useRedrive } from './use-redrive.ts';

const words = LETTERS.letter;
const HEADING = 'dead-letter';

/** One dead letter: why it was put aside, its bytes, and sending it again. */
export function LetterView({ place }: { place: LetterPlace }) {
  const letter = useQuery(letterQuery(place));
  const { params } = useAddress();
  const back = (
    <BackLink
      to={adminPath('dead-letters', { ...Object.fromEntries(params), letter: null, tab: null })}
    >
      {words.back}
    </BackLink>
  );
  if (letter.error instanceof ApiFailure && letter.error.status === 404)
    return (
      <div className="grid grid-cols-1 gap-4">
        {back}
        <NotThere words={words.unknown} />
      </div>
    );
  return (
    <div className="grid grid-cols-1 gap-4">
      {back}
      <Loaded query={letter} failed={words.failed} waiting={<Skeleton className="h-[34rem]" />}>
        {(data) => <Letter place={place} letter={data} />}
      </Loaded>
    </div>
  );
}

function Letter({ place, letter }: { place: LetterPlace; letter: DeadLetterView }) {
  const redrive = useRedrive(() => api(redriveOne, { params: { ...place } }));
  const { state, endedAt, became, bytes } = letter;
  const facts: Record<keyof typeof words.facts, ReactNode> = {
    at: when(letter.at),
    source: letter.source === '' ? LETTERS.filters.noSource : letter.source,
    sourceId: letter.sourceId,
    origin: letter.origin,
    place: nameOfPlace(letter),
    schema: letter.schema,
    size: LETTERS.bytes(count(letter.size)),
    run: letter.runId === '' ? '' : <TextLink to={runPath(letter.runId)}>{letter.runId}</TextLink>,
    event: letter.eventId,
  };
  return (
    <Card className="grid grid-cols-1 gap-5">
      <div>
        <div className="flex flex-wrap items-center gap-3">
          <ArrivalHeading id={HEADING} className="text-heading">
            {plainTitle(letter.reason)}
          </ArrivalHeading>
          <Badge tone={LETTER_TONES[state]}>{LETTERS.states[state]}</Badge>
        </div>
        <p className="mt-1 wrap-anywhere">{letter.detail}</p>
        {state !== 'open' && (
          <p className="mt-1 text-ink-muted">
            {words.ended[state]}
            {endedAt !== null && ` ${when(endedAt)}`}.{' '}
            {became !== null &&
              words.became(words.outcomes[became.outcome], plainWord(became.reason))}
          </p>
        )}
      </div>
      <dl className="tabular grid grid-cols-1 gap-x-8 gap-y-2 sm:grid-cols-2">
        {(Object.keys(words.facts) as (keyof typeof words.facts)[])
          .filter((name) => facts[name] !== '')
          .map((name) => (
            <div key={name} className="border-t border-edge pt-2">
              <dt className="text-small text-ink-muted">{words.facts[name]}</dt>
              <dd className="wrap-anywhere">{facts[name]}</dd>
            </div>
          ))}
      </dl>
      <div>
        <h3 className="font-bold">{words.bytes}</h3>
        {bytes.encoding === 'base64' && <p className="text-ink-muted">{words.base64}</p>}
        {bytes.cut && <p className="text-ink-muted">{words.cut}</p>}
        <pre
          role="region"
          aria-label={words.bytes}
          tabIndex={0}
          className="mt-2 max-h-96 overflow-auto rounded-control bg-sunken p-4 text-small break-all whitespace-pre-wrap"
        >
          {bytes.body}
        </pre>
      </div>
      <div className="flex flex-wrap gap-3">
        {state === 'open' && (
          <Button heir={HEADING} busy={redrive.isPending} onClick={() => redrive.mutate()}>
            {redrive.isPending ? words.sending : words.redrive}
          </Button>
        )}
        <a
          href={downloadDeadLetter.path.replace('{topic}/{partition}/{offset}', nameOfPlace(place))}
          download
          className={buttonClasses('secondary')}
        >
          <DownloadIcon className="size-5" />
          {words.download}
        </a>
      </div>
    </Card>
  );
}
