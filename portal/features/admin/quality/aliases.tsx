import { useQuery } from '@tanstack/react-query';
import { useAddress } from '../../../client/use-address.ts';
import { QUALITY } from '../../../content/data-quality.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { count } from '../../../ui/format.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { Pagination } from '../../../ui/pagination.tsx';
import { Card, CardHead, Skeleton } from '../../../ui/surface.tsx';
import { Cell, Head, Table } from '../../../ui/table.tsx';
import { when } from '../../../ui/when.ts';
import { type Aliases as AliasesAnswer, aliasesQuery } from '../queries.ts';
import { Proposal, Spelling } from './proposal.tsx';
import { useDecision } from './use-decision.ts';

const words = QUALITY.aliases;
const HEADING = 'aliases';

/** Spellings that nobody knows yet, each with what it may mean: a person decides. */
export function Aliases() {
  const { params, change } = useAddress();
  const asked = Number(params.get('page') ?? 1);
  const page = Number.isInteger(asked) && asked >= 1 && asked <= 100_000 ? asked : 1;
  const aliases = useQuery(aliasesQuery(page));
  return (
    <Card className="grid grid-cols-1 gap-4">
      <CardHead title={words.title} text={words.text} headingId={HEADING} />
      <Loaded query={aliases} failed={words.failed} waiting={<Skeleton className="h-64" />}>
        {({ proposals, total, pageSize, unknown, unknownTotal, decided }) => (
          <>
            {proposals.length === 0 ? (
              <p>{words.none}</p>
            ) : (
              <>
                <p className="tabular font-bold">{words.found(count(total))}</p>
                <ul className="grid grid-cols-1 gap-4">
                  {proposals.map((proposal) => (
                    <li
                      key={`${proposal.make?.id ?? proposal.of} ${proposal.alias}`}
                      className="border-t border-edge pt-4"
                    >
                      <Proposal proposal={proposal} heir={HEADING} />
                    </li>
                  ))}
                </ul>
                <Pagination
                  page={page}
                  pages={Math.ceil(total / pageSize)}
                  words={words.pages}
                  onChange={(next) => change({ page: next === 1 ? null : String(next) })}
                />
              </>
            )}
            {unknown.length > 0 && <Unknown unknown={unknown} total={unknownTotal} />}
            {decided.length > 0 && <Decided decided={decided} />}
          </>
        )}
      </Loaded>
    </Card>
  );
}

function Unknown({ unknown, total }: Pick<AliasesAnswer, 'unknown'> & { total: number }) {
  const { title, text, found } = words.unknown;
  return (
    <div className="grid grid-cols-1 gap-2">
      <h3 className="font-bold">{title}</h3>
      <p>{text}</p>
      <p className="tabular font-bold">{found(count(unknown.length), count(total))}</p>
      <ul className="grid grid-cols-1 gap-4 md:grid-cols-2 md:gap-6">
        {unknown.map((spelling) => (
          <li key={`${spelling.of} ${spelling.alias}`} className="border-t border-edge pt-4">
            <Spelling spelling={spelling} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Decided({ decided }: Pick<AliasesAnswer, 'decided'>) {
  const { title, heads } = words.decided;
  return (
    <div>
      <h3 className="font-bold">{title}</h3>
      <Table stacks caption={title}>
        <thead>
          <tr>
            <Head>{heads.alias}</Head>
            <Head>{heads.meaning}</Head>
            <Head>{heads.decision}</Head>
            <Head>{heads.at}</Head>
            <Head>{heads.change}</Head>
          </tr>
        </thead>
        <tbody>
          {decided.map((one) => (
            <DecidedRow
              key={`${one.alias} ${one.makeId} ${one.lineId} ${one.type}`}
              decided={one}
            />
          ))}
        </tbody>
      </Table>
    </div>
  );
}

function DecidedRow({ decided }: { decided: AliasesAnswer['decided'][number] }) {
  const { alias, name, decision, at } = decided;
  const { heads, instead, insteadOf, ...decisions } = words.decided;
  const decide = useDecision(alias);
  const other = decision === 'accepted' ? 'refused' : 'accepted';
  return (
    <tr>
      <Head row>{alias}</Head>
      <Cell label={heads.meaning}>{name}</Cell>
      <Cell label={heads.decision}>
        <Badge tone={decision === 'accepted' ? 'good' : 'quiet'}>{decisions[decision]}</Badge>
      </Cell>
      <Cell label={heads.at}>
        <span className="whitespace-nowrap">{when(at)}</span>
      </Cell>
      <Cell label={heads.change}>
        <Button
          size="small"
          look="secondary"
          busy={decide.isPending}
          heir={HEADING}
          aria-label={insteadOf[other](alias, name)}
          onClick={() => decide.mutate({ meaning: decided, decision: other })}
        >
          {instead[other]}
        </Button>
      </Cell>
    </tr>
  );
}
