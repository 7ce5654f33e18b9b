import type { Request } from 'express';
import type { Clock } from '#platform/clock.ts';
import type { EventLog } from '#platform/log/port.ts';
import {
  activityAnalysis,
  activitySearch,
  type ActivityAnalysis,
  type ActivitySearch,
} from '#schemas/events/activity.ts';
import { encodeEvent, type Topic } from '#schemas/events/topic.ts';
import { addressOf } from './http/address.ts';
import type { NewId } from './http/guards.ts';

type Subject<Event> = Omit<Event, 'id' | 'at'>;

export interface ActivityOptions {
  log: EventLog;
  clock: Clock;
  newId: NewId;
}

/** Of one visitor a day, UTC, the same counts once: paging, typing and reloading ask for it again. */
const OF_THE_SAME = 1;
/** So many visits of one visitor a day count for a make: a make is popular with many, not with one who asks a lot. */
const OF_A_MAKE = 5;
/** And so many in all: whoever compares many RVs in an evening counts in full, a script does not move the market. */
const IN_ALL = 30;
const DAY_MS = 86_400_000;
/** So many of these counts are kept, about 16 MB; the oldest go first. Many visitors can fill it, one cannot. */
const REMEMBERED = 100_000;
/** While the log is away at most so many events wait; later ones are not counted. */
const WAITING = 10_000;

/**
 * What people look for, told to the log without the people: their address only tells visitors apart, in
 * this process's memory and for the day, and goes nowhere. Nobody waits for it, and no answer fails by it.
 */
export class Activity {
  readonly #options: ActivityOptions;
  /** How often each visitor counted today: for the same, for a make and in all; the oldest first. */
  readonly #counted = new Map<string, number>();
  /** Days since 1970, UTC. */
  #today = 0;
  #searches: ActivitySearch[] = [];
  #analyses: ActivityAnalysis[] = [];

  constructor(options: ActivityOptions) {
    this.#options = options;
  }

  /** A search for something: one that names no make, line, type or place says nothing of the market. */
  search(request: Request, subject: Subject<ActivitySearch>): void {
    const { makeId, lineId, type, region } = subject;
    if (makeId + lineId + type + region === '') return;
    if (this.#counts(request, makeId, ['search', makeId, lineId, type, region]))
      this.#add(this.#searches, subject);
  }

  analysis(request: Request, subject: Subject<ActivityAnalysis>): void {
    const { makeId, lineId, type, year, condition } = subject;
    const asked = ['analysis', makeId, lineId, type, String(year), condition];
    if (this.#counts(request, makeId, asked)) this.#add(this.#analyses, subject);
  }

  /** Hands over what has come together. What the log does not take waits for the next time. */
  async publish(): Promise<void> {
    const [searches, analyses] = [this.#searches, this.#analyses];
    this.#searches = [];
    this.#analyses = [];
    try {
      await this.#send(activitySearch, searches);
      searches.length = 0;
      await this.#send(activityAnalysis, analyses);
    } catch (error) {
      this.#searches = [...searches, ...this.#searches].slice(0, WAITING);
      this.#analyses = [...analyses, ...this.#analyses].slice(0, WAITING);
      throw error;
    }
  }

  async #send<Event extends { id: string }>(
    topic: Topic & { key(event: Event): string },
    events: readonly Event[],
  ): Promise<void> {
    if (events.length === 0) return;
    await this.#options.log.publish(
      topic,
      events.map((event) => encodeEvent(topic, event as never)),
    );
  }

  #add<Event extends { id: string; at: string }>(
    waiting: Event[],
    subject: Omit<Event, 'id' | 'at'>,
  ): void {
    if (waiting.length >= WAITING) return;
    const { newId, clock } = this.#options;
    waiting.push({ ...subject, id: newId(), at: clock().toISOString() } as Event);
  }

  /** Whether this counts. What does not is not remembered, so that a flood of it displaces nothing. */
  #counts(request: Request, makeId: string, asked: readonly string[]): boolean {
    this.#forgetYesterday();
    const visitor = addressOf(request);
    const shares: [key: string, most: number][] = [
      [visitor, IN_ALL],
      [[visitor, ...asked].join('\n'), OF_THE_SAME],
    ];
    if (makeId !== '') shares.push([`${visitor}\n${makeId}`, OF_A_MAKE]);
    const counted = this.#counted;
    if (shares.some(([key, most]) => (counted.get(key) ?? 0) >= most)) return false;
    for (const [key] of shares) counted.set(key, (counted.get(key) ?? 0) + 1);
    for (const [oldest] of counted) {
      if (counted.size <= REMEMBERED) break;
      counted.delete(oldest);
    }
    return true;
  }

  #forgetYesterday(): void {
    const today = Math.floor(this.#options.clock().getTime() / DAY_MS);
    if (today === this.#today) return;
    this.#today = today;
    this.#counted.clear();
  }
}
