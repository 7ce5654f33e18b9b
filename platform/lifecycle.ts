import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from './logging.ts';

/** Refused before anything changed: the process says `message` in one line and exits with code 2. */
export class StartRefused extends Error {
  readonly code = 'start_refused';
}

type Exit = (code: number) => void;

const exitProcess: Exit = (code) => process.exit(code);

interface Part {
  name: string;
  stop: () => Promise<void>;
  /** Lets the process end though `stop` did not. */
  giveUp?: (() => Promise<void>) | undefined;
}

/** How long giving up may take, in milliseconds. */
const GIVE_UP_MS = 5_000;

/**
 * What a process opened, let go of in reverse order: intake stops first, the stores close last. All of
 * it happens inside one deadline; what is not done by then is named, gives up, and the process exits with 1.
 */
export class Lifecycle {
  readonly #intakes: Part[] = [];
  readonly #parts: Part[] = [];
  readonly #logger: Logger;
  readonly #deadlineMs: number;
  #stopping: Promise<boolean> | undefined;

  constructor(logger: Logger, deadlineMs = 15_000) {
    this.#logger = logger;
    this.#deadlineMs = deadlineMs;
  }

  /**
   * Registers how to let go of a part, right after it was opened.
   * @param giveUp for a part under which the process cannot end: called where it must, at the deadline
   */
  onStop(name: string, stop: () => Promise<void>, giveUp?: () => Promise<void>): void {
    this.#parts.push({ name, stop, giveUp });
  }

  /** Registers what lets work in from outside, however early it was opened: it stops before every part. */
  onStopFirst(name: string, stop: () => Promise<void>): void {
    this.#intakes.push({ name, stop });
  }

  get stopping(): boolean {
    return this.#stopping !== undefined;
  }

  /** Stops every part, last opened first. True when all ended cleanly inside the deadline. */
  stop(): Promise<boolean> {
    this.#stopping ??= this.#stopAll();
    return this.#stopping;
  }

  async #stopAll(): Promise<boolean> {
    let current = '';
    let clean = true;
    const work = (async () => {
      for (const part of [...this.#intakes, ...this.#parts.toReversed()]) {
        current = part.name;
        try {
          await part.stop();
        } catch (error) {
          clean = false;
          this.#logger.error({ err: error, part: part.name }, 'part did not stop cleanly');
        }
      }
      return clean;
    })();
    let timer: NodeJS.Timeout | undefined;
    const deadline = new Promise<boolean>((resolve) => {
      timer = setTimeout(() => {
        this.#logger.error({ part: current }, 'shutdown deadline passed');
        // What gives up may let the rest stop after all: late all the same.
        clean = false;
        void this.#giveUp().then(() => resolve(false));
      }, this.#deadlineMs);
    });
    const inTime = work.then((result) => {
      clearTimeout(timer);
      return result;
    });
    return Promise.race([inTime, deadline]);
  }

  async #giveUp(): Promise<void> {
    const givenUp = this.#parts.map(async ({ name, giveUp }) =>
      giveUp?.().catch((error: unknown) => {
        this.#logger.error({ err: error, part: name }, 'part could not give up');
      }),
    );
    await Promise.race([Promise.all(givenUp), sleep(GIVE_UP_MS)]);
  }

  /** Ctrl-C and SIGTERM stop the process: 0 when clean, 1 when not. A second signal has it give up. */
  stopOnSignals(exit: Exit = exitProcess): void {
    const onSignal = (signal: NodeJS.Signals) => {
      if (this.stopping) {
        void this.#giveUp().then(() => exit(1));
        return;
      }
      this.#logger.info({ signal }, 'stopping');
      void this.stop().then((clean) => exit(clean ? 0 : 1));
    };
    process.on('SIGINT', onSignal);
    process.on('SIGTERM', onSignal);
  }

  /** A part that must run ended by itself: say why, let go of the rest, exit with 1. */
  failWith(error: unknown, exit: Exit = exitProcess): void {
    if (this.stopping) return;
    this.#logger.fatal({ err: error }, 'a part failed');
    void this.stop().then(() => exit(1));
  }
}
