import { mkdtempSync, rmSync } from 'node:fs';
import { randomInt } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { relayOutbox } from '#api/contributions/relay.ts';
import type { UserStore } from '#api/users/store.ts';
import {
  rawContribution,
  rawContributionWithdrawn,
  type RawContribution,
} from '#schemas/events/contribution.ts';
import { decodeEvent } from '#schemas/events/topic.ts';
import { openEmbeddedLog } from '#platform/log/embedded.ts';
import type { EventLog } from '#platform/log/port.ts';
import { member as unverified, openAccounts } from './accounts.ts';

/** Contributors on a user store, and the log that what they share goes to, for the tests of a file. */
export function openContributions(store: () => UserStore) {
  const directory = mkdtempSync(join(tmpdir(), 'rigworth-contributions-'));
  let log: EventLog;
  beforeAll(async () => {
    log = await openEmbeddedLog({ directory, clock: () => new Date('2026-11-21T12:34:56.789Z') });
    await log.ensureTopics([rawContribution, rawContributionWithdrawn]);
  });
  afterAll(async () => {
    await log.close();
    rmSync(directory, { recursive: true });
  });
  beforeEach(() => store().query('delete from outbox'));

  const open = () => openAccounts(store());
  /** Somebody whose e-mail is verified. */
  async function member(api: ReturnType<typeof open>) {
    const person = await unverified(api);
    await store().query('update users set email_verified_at = now() where id = $1', [person.id]);
    return person;
  }
  const relay = (over: Partial<Parameters<typeof relayOutbox>[0]> = {}) =>
    relayOutbox({
      store: store(),
      log,
      clock: () => new Date('2026-11-21T12:00:00Z'),
      random: (below) => randomInt(below),
      ...over,
    });
  /** What the log holds, with what counts for nothing left out. */
  async function published(): Promise<{ all: RawContribution[]; counted: RawContribution[] }> {
    const all: RawContribution[] = [];
    for await (const { messages } of log.readAll(rawContribution))
      all.push(...messages.map(({ value }) => decodeEvent(rawContribution, value)));
    const withdrawn = new Set<string>();
    for await (const { messages } of log.readAll(rawContributionWithdrawn))
      for (const { value } of messages)
        withdrawn.add(decodeEvent(rawContributionWithdrawn, value).contributionId);
    return { all, counted: all.filter(({ contributionId }) => !withdrawn.has(contributionId)) };
  }
  /** Of those that count, the ones that cost so much. */
  const countedAt = async (price: unknown) =>
    (await published()).counted.filter(({ purchasePrice }) => purchasePrice === price);

  return {
    open,
    member,
    relay,
    published,
    countedAt,
    get log() {
      return log;
    },
  };
}
