import { useState } from 'react';
import type { AliasProposal, UnknownSpelling } from '#schemas/api/staff-data.ts';
import { isWeb } from '../../../client/listing-rules.ts';
import { QUALITY } from '../../../content/data-quality.ts';
import { Button } from '../../../ui/button.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { count } from '../../../ui/format.ts';
import { SelectField } from '../../../ui/select-field.tsx';
import { when } from '../../../ui/when.ts';
import { shareOfMany } from './share-of-many.ts';
import { type Meaning, useDecision } from './use-decision.ts';

const words = QUALITY.aliases;

const keyOf = ({ makeId, lineId, type }: Meaning): string => `${makeId} ${lineId} ${type}`;

interface ProposalProps {
  proposal: AliasProposal;
  /** Id of the heading where it goes on once the spelling is decided, and gone. */
  heir: string;
}

/** One spelling: where it was seen, what it may mean, and the decision. */
export function Proposal({ proposal, heir }: ProposalProps) {
  const { alias, candidates } = proposal;
  const [chosen, setChosen] = useState('');
  const candidate = candidates.find((one) => keyOf(one) === chosen) ?? candidates[0];
  const decide = useDecision(alias);
  return (
    <div className="grid grid-cols-1 gap-3 md:grid-cols-2 md:gap-6">
      <Spelling spelling={proposal} />
      {candidate !== undefined && (
        <div className="grid grid-cols-1 content-start gap-3">
          <SelectField
            label={words.means}
            value={keyOf(candidate)}
            options={candidates.map((one) => ({
              value: keyOf(one),
              label: words.likeness(one.name, shareOfMany(one.likeness)),
            }))}
            onChange={(event) => setChosen(event.target.value)}
          />
          <div className="flex gap-2">
            {(['accepted', 'refused'] as const).map((decision) => (
              <Button
                key={decision}
                size="small"
                look={decision === 'accepted' ? 'primary' : 'secondary'}
                busy={decide.isPending}
                heir={heir}
                aria-label={decision === 'accepted' ? words.acceptOf(alias) : words.refuseOf(alias)}
                onClick={() => decide.mutate({ meaning: candidate, decision })}
              >
                {decision === 'accepted' ? words.accept : words.refuse}
              </Button>
            ))}
          </div>
        </div>
      )}
    </div>
  );
}

/** As it is written, of what, how often and where. */
export function Spelling({ spelling }: { spelling: UnknownSpelling }) {
  const { alias, of, make, sources, examples } = spelling;
  return (
    <div>
      <h3 className="text-title wrap-anywhere">
        “<bdi>{alias}</bdi>”
      </h3>
      <p className="tabular text-ink-muted wrap-anywhere">
        {kindOf(spelling)}, {usesOf(spelling)} {words.from(sources.join(', '))}
      </p>
      {examples.length > 0 && (
        <Disclosure
          name={`examples-${make?.id ?? of}-${alias}`}
          className="mt-1"
          summary={words.examples}
          summaryClassName="min-h-9 font-bold text-primary"
        >
          <ul className="grid gap-1 text-small">
            {examples.map(({ source, title, url, seenAt }) => (
              <li key={`${url} ${title}`} className="wrap-anywhere">
                {isWeb(url) ? (
                  <a
                    href={url}
                    target="_blank"
                    rel="noreferrer nofollow"
                    className="text-primary underline underline-offset-4"
                  >
                    {title || url}
                  </a>
                ) : (
                  title || url
                )}
                <span className="block text-ink-muted">{words.seen(source, when(seenAt))}</span>
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
    </div>
  );
}

function kindOf({ of, make }: UnknownSpelling): string {
  if (make !== null) return words.ofMake(make.name);
  return of === 'type' ? words.noType : words.noMake;
}

const usesOf = ({ listings, registrations }: UnknownSpelling): string =>
  [
    ...(listings > 0 ? [words.listings(count(listings))] : []),
    ...(registrations > 0 ? [words.registrations(count(registrations))] : []),
  ].join(', ');
