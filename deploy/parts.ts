import { randomUUID } from 'node:crypto';
import { join, resolve } from 'node:path';
import { keptSecret } from '#api/auth/session-secret.ts';
import type { Mailer } from '#api/mail/mailer.ts';
import { openOutboxFolder } from '#api/mail/outbox-folder.ts';
import { openSmtp } from '#api/mail/smtp.ts';
import type { PaymentProvider } from '#api/payments/provider.ts';
import { Sandbox } from '#api/payments/sandbox.ts';
import { openStripe } from '#api/payments/stripe.ts';
import { repeat } from '#api/repeat.ts';
import { openEmbeddedPostgres } from '#api/users/embedded.ts';
import { migrate as migrateUsers } from '#api/users/migrate.ts';
import { openPostgres } from '#api/users/postgres.ts';
import type { UserStore } from '#api/users/store.ts';
import { systemClock } from '#platform/clock.ts';
import type { Config, LogVariable } from '#platform/config/load.ts';
import { StartRefused, type Lifecycle } from '#platform/lifecycle.ts';
import type { KafkaSecurity } from '#platform/log/kafka-client.ts';
import { openEventLog } from '#platform/log/open.ts';
import type { EventLog } from '#platform/log/port.ts';
import type { Logger } from '#platform/logging.ts';
import { makeWritableFolder } from '#platform/writable-folder.ts';
import { TOPICS } from '#schemas/events/topics.ts';
import { openWarehouse, type Warehouse } from '#warehouse/client.ts';
import { DataDirUnusable, WarehouseAway } from '#warehouse/errors.ts';
import { migrate as migrateWarehouse } from '#warehouse/migrate.ts';

/** Where each embedded part keeps its files under DATA_DIR. */
export interface DataPaths {
  root: string;
  log: string;
  warehouse: string;
  users: string;
  snapshots: string;
  portal: string;
  sessionSecret: string;
  outbox: string;
  scraper: string;
  /** The number of a command's process that runs the pipelines, while it does. */
  command: string;
}

export function dataPaths(dataDir: string): DataPaths {
  const root = resolve(dataDir);
  return {
    root,
    log: join(root, 'log'),
    warehouse: join(root, 'warehouse'),
    users: join(root, 'users'),
    snapshots: join(root, 'snapshots'),
    portal: join(root, 'portal'),
    sessionSecret: join(root, 'session-secret'),
    outbox: join(root, 'outbox'),
    scraper: join(root, 'scraper'),
    command: join(root, 'command'),
  };
}

/** @throws DataDirUnusable when the folder cannot be made or written */
export async function prepareDataDir(dataDir: string): Promise<DataPaths> {
  const paths = dataPaths(dataDir);
  try {
    makeWritableFolder(paths.root);
  } catch (error) {
    throw new DataDirUnusable(paths.root, error);
  }
  return paths;
}

/** What a part is opened with, and what lets go of it. */
export interface Opening {
  paths: DataPaths;
  lifecycle: Lifecycle;
  logger: Logger;
}

/** The embedded warehouse's lock is the lock of the whole DATA_DIR: open it before any other part. */
export async function openWarehousePart(
  config: Config<'CLICKHOUSE_URL'>,
  { paths, lifecycle }: Opening,
): Promise<Warehouse> {
  const { CLICKHOUSE_URL: url } = config;
  const warehouse = await openWarehouse(
    url === undefined ? { directory: paths.warehouse } : { url },
  ).catch((error: unknown) => {
    if (!(error instanceof WarehouseAway) || url === undefined) throw error;
    throw new StartRefused(
      `ClickHouse at ${new URL(url).host} cannot be used: ${error.message.replace(/\.$/, '')}. Check CLICKHOUSE_URL.`,
    );
  });
  lifecycle.onStop(
    'warehouse',
    () => warehouse.close(),
    () => warehouse.giveUp(),
  );
  await migrateWarehouse(warehouse);
  return warehouse;
}

/** Opens the log and makes every topic, so that the order in which roles start does not matter. */
export async function openLogPart(
  config: Config<LogVariable>,
  { paths, lifecycle, logger }: Opening,
  clientId: string,
): Promise<EventLog> {
  const log = await openEventLog({
    ...(config.KAFKA_BROKERS ? { kafkaBrokers: config.KAFKA_BROKERS } : {}),
    kafkaSecurity: kafkaSecurityOf(config),
    directory: paths.log,
    clientId,
    clock: systemClock,
    random: Math.random,
    report: (level, message, fields) => logger[level](fields, message),
  });
  lifecycle.onStop('log', () => log.close());
  await log.ensureTopics(TOPICS);
  return log;
}

/** Of a configuration that was checked: a login is whole or not there. */
export function kafkaSecurityOf(config: Config<LogVariable>): KafkaSecurity {
  const {
    KAFKA_SASL_MECHANISM: mechanism,
    KAFKA_SASL_USER: username,
    KAFKA_SASL_PASSWORD: password,
  } = config;
  const ssl = config.KAFKA_SSL === '1';
  return mechanism && username && password
    ? { ssl, login: { mechanism, username, password } }
    : { ssl };
}

export async function openUsersPart(
  config: Config<'DATABASE_URL'>,
  { paths, lifecycle, logger }: Opening,
): Promise<UserStore> {
  const store =
    config.DATABASE_URL === undefined
      ? await openEmbeddedPostgres(paths.users)
      : await openPostgres(config.DATABASE_URL, (error) =>
          logger.warn({ err: error }, 'a connection to Postgres broke'),
        );
  lifecycle.onStop('users', () => store.close());
  await migrateUsers(store);
  return store;
}

/** What signs the sessions, then what did before. Whoever calls holds the lock of DATA_DIR, or has the variable set. */
export async function sessionSecrets(
  config: Config<'SESSION_SECRET' | 'SESSION_SECRET_PREVIOUS'>,
  paths: DataPaths,
): Promise<readonly [string, ...string[]]> {
  const secret = config.SESSION_SECRET ?? (await keptSecret(paths.sessionSecret));
  const { SESSION_SECRET_PREVIOUS: previous } = config;
  return previous === undefined ? [secret] : [secret, previous];
}

/**
 * Stripe where its key is set, else the sandbox that charges nothing.
 * @returns undefined in production without either: people must not believe that they paid
 */
export function openPayments(
  config: Config<
    | 'NODE_ENV'
    | 'STRIPE_SECRET_KEY'
    | 'STRIPE_PUBLISHABLE_KEY'
    | 'STRIPE_WEBHOOK_SECRET'
    | 'STRIPE_API_URL'
    | 'ALLOW_SANDBOX_PAYMENTS'
  >,
  store: UserStore,
  { lifecycle, logger }: Opening,
): PaymentProvider | undefined {
  const {
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_PUBLISHABLE_KEY: publishableKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
  } = config;
  const clock = systemClock;
  if (secretKey && publishableKey && webhookSecret)
    return openStripe({
      secretKey,
      publishableKey,
      webhookSecret,
      baseUrl: config.STRIPE_API_URL,
      clock,
    });
  if (config.NODE_ENV === 'production' && config.ALLOW_SANDBOX_PAYMENTS !== '1') {
    logger.warn(
      'payments are off: set STRIPE_SECRET_KEY, or ALLOW_SANDBOX_PAYMENTS=1 for payments that charge nothing',
    );
    return undefined;
  }
  const sandbox = new Sandbox({ store, clock, logger });
  const settling = repeat(
    () => sandbox.settle(),
    SANDBOX_SETTLES_EVERY_MS,
    (error) => logger.warn({ err: error }, 'the sandbox cannot settle'),
  );
  lifecycle.onStop('payments', () => settling.stop());
  return sandbox;
}

const SANDBOX_SETTLES_EVERY_MS = 2_000;

/** Mail over SMTP; without a server named, into a folder under DATA_DIR. */
export function openMailer(
  { SMTP_URL: url, MAIL_FROM: from }: Config<'SMTP_URL' | 'MAIL_FROM'>,
  { paths, logger }: Opening,
): Mailer {
  if (url !== undefined) return openSmtp(url, from);
  return openOutboxFolder({
    directory: paths.outbox,
    from,
    clock: systemClock,
    newId: randomUUID,
    logger,
  });
}
