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

/** Whoever asks the same again within this time asks once: paging, typing, reloading, and scripts. */
const ONCE_IN_MS = 10 * 60_000;
/** So many askers and subjects are remembered; the oldest are forgotten first. */
const REMEMBERED = 20_000;
/** While the log is away at most so many events wait; later ones are not counted. */
const WAITING = 10_000;

/**
 * What people look for, told to the log without the people: their address only tells repeats apart, in
 * this process's memory, and goes nowhere. Nobody waits for it, and no answer fails by it.
 */
export class Activity {
  readonly #options: ActivityOptions;
  /** What was asked by whom, and when last; the oldest first. */
  readonly #asked = new Map<string, number>();
  #searches: ActivitySearch[] = [];
  #analyses: ActivityAnalysis[] = [];

  constructor(options: ActivityOptions) {
    this.#options = options;
  }

  /** A search for something: one that names no make, line, type or place says nothing of the market. */
  search(request: Request, subject: Subject<ActivitySearch>): void {
    const { makeId, lineId, type, region } = subject;
    if (makeId + lineId + type + region === '') return;
    if (this.#isNew(request, ['search', makeId, lineId, type, region]))
      this.#add(this.#searches, subject);
  }

  analysis(request: Request, subject: Subject<ActivityAnalysis>): void {
    const { makeId, lineId, type, year, condition } = subject;
    if (this.#isNew(request, ['analysis', makeId, lineId, type, String(year), condition]))
      this.#add(this.#analyses, subject);
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

  #isNew(request: Request, subject: readonly string[]): boolean {
    const now = this.#options.clock().getTime();
    const key = [addressOf(request), ...subject].join('\n');
    const last = this.#asked.get(key);
    if (last !== undefined && now - last < ONCE_IN_MS) return false;
    this.#asked.delete(key);
    this.#asked.set(key, now);
    const [oldest] = this.#asked.keys();
    if (this.#asked.size > REMEMBERED && oldest !== undefined) this.#asked.delete(oldest);
    return true;
  }
}
