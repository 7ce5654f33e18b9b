import { setTimeout as sleep } from 'node:timers/promises';
import { decideAlias, listAliases, STAFF_PAGE } from '#schemas/api/staff-data.ts';
import { catalogueDecision } from '#schemas/events/catalogue-decision.ts';
import { encodeEvent } from '#schemas/events/topic.ts';
import { typeDecision } from '#schemas/events/type-decision.ts';
import { RV_TYPES } from '#schemas/vocabulary.ts';
import type { Catalogue } from '#domain/catalogue/catalogue.ts';
import type { AliasDecision, AliasDecisions, Meant } from '#domain/names/alias-decisions.ts';
import { keyOf, words } from '#domain/names/text.ts';
import type { Clock } from '#platform/clock.ts';
import type { EventLog } from '#platform/log/port.ts';
import { Asks } from '../auth/asks.ts';
import type { SignedInRoute } from '../auth/signed-in-route.ts';
import { Problem } from '../http/problem.ts';
import type { Route } from '../http/route.ts';
import type { AliasProposals } from '../staff-data/alias-proposals.ts';
import type { UserStore } from '../users/store.ts';

export interface AliasesOptions {
  log: EventLog;
  catalogue: Catalogue;
  store: UserStore;
  staff: SignedInRoute;
  proposals: AliasProposals;
  /** Kept up to date by following the log. */
  decisions: AliasDecisions;
  clock: Clock;
}

/** A decision is heard of again within moments; after this it is believed to come. */
const HEARD_WITHIN_MS = 5_000;
/** Whoever goes through a list decides more often than once every two minutes. */
const DECISIONS_AN_HOUR = 120;

/** Spellings that staff accept or refuse; what is accepted is for every process to follow in the log. */
export function aliasRoutes(options: AliasesOptions): Route[] {
  const { log, catalogue, store, staff, proposals, decisions, clock } = options;
  const asks = new Asks(store, 'aliases', { ofOne: DECISIONS_AN_HOUR });
  const nameOf = ({ makeId, lineId, type }: Meant): string => {
    if (type !== '') return RV_TYPES.find(({ id }) => id === type)?.name ?? type;
    // A line may be of another brand of the same company: it is named after its own.
    const line = catalogue.lineById(lineId);
    const make = catalogue.makeById(line?.makeId ?? makeId)?.name ?? makeId;
    return lineId === '' ? make : `${make} ${line?.name ?? lineId}`;
  };
  return [
    staff(listAliases, async ({ query: { page } }) => {
      const open = await proposals.open();
      const unknown = await proposals.unknown();
      return {
        proposals: open.slice((page - 1) * STAFF_PAGE, page * STAFF_PAGE),
        total: open.length,
        pageSize: STAFF_PAGE,
        unknown: unknown.slice(0, STAFF_PAGE),
        unknownTotal: unknown.length,
        decided: decisions.all.map((decision) => ({ ...decision, name: nameOf(decision) })),
      };
    }),
    staff(decideAlias, async ({ body, ...asker }) => {
      await asks.count(asker);
      refuseWhatCannotBe(catalogue, body);
      const decision: AliasDecision = { ...body, at: clock().toISOString() };
      const replays = decisions.changesWith(decision);
      await publish(log, decision);
      const heardBy = clock().getTime() + HEARD_WITHIN_MS;
      while (decisions.of(body.alias, body) !== body.decision && clock().getTime() < heardBy)
        await sleep(20);
      return { ...body, name: nameOf(body), replays };
    }),
  ];
}

async function publish(log: EventLog, decided: AliasDecision): Promise<void> {
  const { type, makeId, lineId, ...said } = decided;
  const name = { ...said, makeId, lineId };
  if (type === '') await log.publish(catalogueDecision, [encodeEvent(catalogueDecision, name)]);
  else await log.publish(typeDecision, [encodeEvent(typeDecision, { ...said, type })]);
}

/** @throws Problem 422 that names what is wrong with a meaning */
function refuseWhatCannotBe(
  catalogue: Catalogue,
  { alias, makeId, lineId, type, decision }: Omit<AliasDecision, 'at'>,
): void {
  const key = keyOf(words(alias));
  const make = catalogue.makeById(makeId);
  const line = lineId === '' ? undefined : catalogue.lineById(lineId);
  if (key === '')
    throw new Problem(422, 'no_spelling', `'${alias}' has no letter or digit: it names nothing.`);
  if (type !== '' && (makeId !== '' || lineId !== ''))
    throw new Problem(422, 'two_meanings', 'A spelling means a type, or a make or a line of it.');
  if (type !== '') return;
  if (make === undefined)
    throw new Problem(422, 'unknown_make', `The catalogue has no make '${makeId}'.`);
  const ownLines = catalogue.family(make).flatMap(({ lines }) => lines);
  if (lineId !== '' && (line === undefined || !ownLines.includes(line)))
    throw new Problem(422, 'unknown_line', `${make.name} has no line '${lineId}'.`);
  // What the catalogue says itself stays, whatever is accepted.
  const known = lineId === '' ? catalogue.makeByKey(key) : catalogue.lineByKey(make, key);
  if (decision === 'accepted' && known !== undefined)
    throw new Problem(
      422,
      'known_name',
      `'${alias}' means ${known.name} in the catalogue already.`,
    );
}
