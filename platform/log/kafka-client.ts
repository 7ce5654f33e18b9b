import { connect, isIP } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
// A default import: the error classes are not among the names Node finds in this CommonJS package.
import kafkajs, {
  type ISocketFactory,
  type Kafka,
  type RetryOptions,
  type SASLOptions,
} from 'kafkajs';
import { keepTimersPositive } from './kafkajs-timers.ts';
import { EventLogRefused, EventLogUnavailable } from './port.ts';
import type { Report } from './report.ts';

const CONNECTION_TIMEOUT_MS = 3_000;
const REQUEST_TIMEOUT_MS = 10_000;
const TRY_AGAIN_AFTER_MS = 250;

/** Short retries inside the client; `insist` decides how long an outage is borne. */
const BRIEF_RETRY = { initialRetryTime: 100, maxRetryTime: 1_000, retries: 3 };

keepTimersPositive();

/** What brokers ask for beyond an open port. Their certificates are checked as Node checks any. */
export interface KafkaSecurity {
  /** TLS instead of plain text. */
  ssl?: boolean;
  /** Whoever calls sees to it that `plain` goes with TLS. */
  login?: {
    mechanism: 'plain' | 'scram-sha-256' | 'scram-sha-512';
    username: string;
    password: string;
  };
}

export interface KafkaOptions {
  brokers: readonly string[];
  security: KafkaSecurity;
  clientId: string;
  report: Report;
}

/** Lets a connection's sockets be refused from a moment on. */
export interface Gate {
  open: boolean;
  /** Told of every socket that was opened, and of every one that could not be. */
  reached?: () => void;
  unreachable?: (error: Error) => void;
}

/**
 * A kafkajs client that reports to us, for debugging only: it calls "error" each of the hundreds of
 * attempts of an outage, and what it cannot repair reaches the caller as a rejection, who says it once.
 * Through a closed gate it opens no socket any more: whatever
 * it still retries in the background can then not reach a broker.
 */
export function createClient(
  options: KafkaOptions,
  gate: Gate = { open: true },
  retry: RetryOptions = BRIEF_RETRY,
): Kafka {
  const { brokers, security, clientId, report } = options;
  // kafkajs types a login by each mechanism apart.
  const login = security.login as SASLOptions | undefined;
  return new kafkajs.Kafka({
    clientId,
    brokers: [...brokers],
    ssl: security.ssl ?? false,
    ...(login && { sasl: login }),
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    retry,
    socketFactory: gatedSocket(gate),
    logLevel: kafkajs.logLevel.WARN,
    logCreator: () => (entry) => {
      const { message, timestamp: _, ...fields } = entry.log;
      report('debug', `${entry.namespace}: ${message}`, fields);
    },
  });
}

function gatedSocket(gate: Gate): ISocketFactory {
  return ({ host, port, ssl, onConnect }) => {
    if (!gate.open) throw new Error('this client was given up');
    let isReached = false;
    const reached = (): void => {
      isReached = true;
      onConnect();
      gate.reached?.();
    };
    const name = isIP(host) === 0 ? { servername: host } : {};
    // Over TLS it is reached when the certificate is found good.
    const socket = ssl
      ? connectTls({ host, port, ...name }, reached)
      : connect({ host, port }, reached);
    socket.setKeepAlive(true);
    socket.once('error', (error) => {
      if (!isReached) gate.unreachable?.(error);
    });
    return socket;
  };
}

/**
 * Tries until it works or `withinMs` have passed, as long as the trouble is of the passing kind: no
 * broker answers, a coordinator is loading, a leader is being elected.
 * @throws EventLogUnavailable naming the brokers; the error itself when trying again cannot help.
 */
export async function insist<T>(
  options: KafkaOptions,
  withinMs: number,
  action: () => Promise<T>,
): Promise<T> {
  const giveUpAt = performance.now() + withinMs;
  // What was wrong, where the last attempt only ran out of time.
  let known: unknown;
  for (;;) {
    try {
      // An attempt may hang on a silent address longer than it is worth waiting for.
      return await within(Math.max(0, giveUpAt - performance.now()), action());
    } catch (error) {
      if (!isPassing(error)) throw refusal(options, error);
      known = error instanceof Late ? (known ?? error) : error;
      if (performance.now() + TRY_AGAIN_AFTER_MS >= giveUpAt) throw unavailable(options, known);
      await sleep(TRY_AGAIN_AFTER_MS);
    }
  }
}

class Late extends Error {}

async function within<T>(ms: number, promise: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Late('no answer in time')), ms);
  try {
    return await Promise.race([promise, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

export function unavailable(options: KafkaOptions, cause: unknown): EventLogUnavailable {
  return new EventLogUnavailable(
    `No Kafka broker answers at ${options.brokers.join(', ')} (${reasonOf(cause)}). Check that the brokers run, that KAFKA_BROKERS names them, and that KAFKA_SSL is as they have it.`,
    { cause },
  );
}

/** kafkajs holds these for final. A coordinator is found as soon as the cluster has made its groups' topic. */
const PASSING = new Set(['KafkaJSNumberOfRetriesExceeded', 'KafkaJSGroupCoordinatorNotFound']);

/** Whether the same request may work later. */
export function isPassing(error: unknown): boolean {
  if (error instanceof Late) return true;
  if (!(error instanceof kafkajs.KafkaJSError)) return false;
  if (error.retriable || PASSING.has(error.name)) return true;
  return isPassing(error.cause);
}

/** The broker's own name of what went wrong, such as `UNKNOWN_TOPIC_OR_PARTITION`. */
export function protocolType(error: unknown): string | undefined {
  if (error instanceof kafkajs.KafkaJSProtocolError) return error.type;
  return error instanceof Error && error.cause ? protocolType(error.cause) : undefined;
}

function isLoginRefused(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.name === 'KafkaJSSASLAuthenticationError' || isLoginRefused(error.cause);
}

function refusal({ brokers, security }: KafkaOptions, error: unknown): unknown {
  if (isLoginRefused(error))
    return new EventLogUnavailable(
      `Kafka at ${brokers.join(', ')} refuses the login of '${security.login?.username}' by ${security.login?.mechanism}. Check KAFKA_SASL_MECHANISM, KAFKA_SASL_USER and KAFKA_SASL_PASSWORD.`,
      { cause: error },
    );
  const type = protocolType(error);
  return type === undefined
    ? error
    : new EventLogRefused(`Kafka refuses: ${reasonOf(error)} (${type}).`, { cause: error });
}

export function reasonOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
