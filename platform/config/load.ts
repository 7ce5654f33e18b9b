import type { z } from 'zod';
import { variables, type VariableName } from './variables.ts';

/** One or more variables are wrong: every one is named with what was expected. */
export class ConfigurationError extends Error {
  readonly code = 'configuration';
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(faults.join('\n'));
    this.name = 'ConfigurationError';
    this.faults = faults;
  }
}

export type Config<Names extends VariableName> = {
  [Name in Names]: z.output<(typeof variables)[Name]>;
};

export const ALL_VARIABLES = Object.keys(variables) as VariableName[];

/** What the event log is opened with, whichever it is. */
export const LOG_VARIABLES = [
  'KAFKA_BROKERS',
  'KAFKA_SSL',
  'KAFKA_SASL_MECHANISM',
  'KAFKA_SASL_USER',
  'KAFKA_SASL_PASSWORD',
] as const satisfies readonly VariableName[];
export type LogVariable = (typeof LOG_VARIABLES)[number];

/** Variables that replace an embedded part by the real engine. */
export type PartVariable = Extract<
  VariableName,
  'KAFKA_BROKERS' | 'CLICKHOUSE_URL' | 'DATABASE_URL'
>;

/**
 * Reads the named variables, all at once.
 * @param options.ownProcess of a role that runs apart from others: parts it shares with them, none
 * of which may be embedded
 * @throws ConfigurationError naming every wrong variable, what it was (URLs aside) and what was expected.
 */
export function loadConfig<const Names extends VariableName>(
  env: Readonly<Record<string, string | undefined>>,
  names: readonly Names[],
  options: { ownProcess?: readonly PartVariable[] } = {},
): Config<Names> {
  const shared: readonly VariableName[] = options.ownProcess ?? [];
  const faults: string[] = [];
  const values: Partial<Record<VariableName, unknown>> = {};
  for (const name of names) {
    const raw = env[name] === '' ? undefined : env[name];
    const parsed = variables[name].safeParse(raw);
    if (!parsed.success)
      faults.push(
        `${name}: ${parsed.error.issues[0]?.message ?? 'not valid'}, got ${shown(name, raw)}`,
      );
    else if (raw === undefined && shared.includes(name))
      faults.push(
        `${name}: must be set for a role of its own, the embedded part serves one process only`,
      );
    else values[name] = parsed.data;
  }
  // Several processes must sign alike; a role without users needs no sessions.
  const hasUsers = !options.ownProcess || shared.includes('DATABASE_URL');
  const needsSecret = hasUsers && (names as readonly VariableName[]).includes('SESSION_SECRET');
  if (needsSecret && values.DATABASE_URL !== undefined && values.SESSION_SECRET === undefined)
    if (!faults.some((fault) => fault.startsWith('SESSION_SECRET:')))
      faults.push('SESSION_SECRET: must be set where DATABASE_URL is set, 32 bytes or more');
  if (values.STORY_LLM_URL !== undefined && values.STORY_LLM_MODEL === undefined)
    if (!faults.some((fault) => fault.startsWith('STORY_LLM_MODEL:')))
      faults.push('STORY_LLM_MODEL: must be set where STORY_LLM_URL is set');
  const hasContact =
    values.SCRAPER_CONTACT !== undefined ||
    faults.some((fault) => fault.startsWith('SCRAPER_CONTACT:'));
  if (values.SITES_DIR !== undefined && !hasContact)
    faults.push(
      'SCRAPER_CONTACT: must be set where SITES_DIR is set, to where site owners reach you',
    );
  if (values.SCRAPER_ALLOW_ADDRESSES !== undefined && env['NODE_ENV'] === 'production')
    faults.push(
      'SCRAPER_ALLOW_ADDRESSES: must not be set in production, where only the internet is asked',
    );
  faults.push(...kafkaFaults(values, faults));
  faults.push(...stripeFaults(values, faults, env['NODE_ENV'] === 'production'));
  if (faults.length > 0) throw new ConfigurationError(faults);
  return values as Config<Names>;
}

/** A login is set up whole, its password is never sent in the clear, and neither is set for no broker at all. */
function kafkaFaults(
  values: Partial<Record<VariableName, unknown>>,
  faults: readonly string[],
): string[] {
  const login = ['KAFKA_SASL_MECHANISM', 'KAFKA_SASL_USER', 'KAFKA_SASL_PASSWORD'] as const;
  const isFaulty = (name: VariableName): boolean =>
    faults.some((fault) => fault.startsWith(`${name}:`));
  const given = login.filter((name) => values[name] !== undefined);
  const found =
    given.length === 0
      ? []
      : login
          .filter((name) => values[name] === undefined && !isFaulty(name))
          .map(
            (name) =>
              `${name}: must be set where ${given.join(' and ')} ${given.length > 1 ? 'are' : 'is'} set`,
          );
  if (values.KAFKA_SASL_MECHANISM === 'plain' && values.KAFKA_SSL === '0')
    found.push(
      'KAFKA_SSL: must be 1 where KAFKA_SASL_MECHANISM is plain, which sends the password as it is',
    );
  const isSecured = given.length > 0 || values.KAFKA_SSL === '1';
  if (isSecured && values.KAFKA_BROKERS === undefined && !isFaulty('KAFKA_BROKERS'))
    found.push('KAFKA_BROKERS: must be set where KAFKA_SSL or a KAFKA_SASL_ variable is set');
  return found;
}

/** Stripe is set up whole, and in one of its modes: a live key never meets test cards, nor production test keys. */
function stripeFaults(
  values: Partial<Record<VariableName, unknown>>,
  faults: readonly string[],
  isProduction: boolean,
): string[] {
  const { STRIPE_SECRET_KEY: secret, STRIPE_PUBLISHABLE_KEY: publishable } = values;
  const elsewhere =
    isProduction && values.STRIPE_API_URL !== undefined
      ? ['STRIPE_API_URL: must not be set in production, where cards are taken by Stripe itself']
      : [];
  if (typeof secret !== 'string') return elsewhere;
  const missing = (['STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'] as const)
    .filter((name) => values[name] === undefined)
    .filter((name) => !faults.some((fault) => fault.startsWith(`${name}:`)))
    .map((name) => `${name}: must be set where STRIPE_SECRET_KEY is set`);
  const modeOf = (key: string): string => key.split('_')[1] ?? '';
  if (typeof publishable === 'string' && modeOf(publishable) !== modeOf(secret))
    missing.push(
      `STRIPE_PUBLISHABLE_KEY: is of ${modeOf(publishable)} mode, STRIPE_SECRET_KEY of ${modeOf(secret)} mode`,
    );
  if (isProduction && modeOf(secret) === 'test' && values.ALLOW_SANDBOX_PAYMENTS !== '1')
    missing.push(
      'STRIPE_SECRET_KEY: is of test mode, which charges nothing: set a live key, or ALLOW_SANDBOX_PAYMENTS=1',
    );
  return [...elsewhere, ...missing];
}

/** URLs may hold a password, and a secret is one: never shown. */
function shown(name: VariableName, raw: string | undefined): string {
  if (raw === undefined) return 'nothing';
  if (/SECRET|PASSWORD|_KEY$/.test(name)) return `${Buffer.byteLength(raw)} bytes`;
  return name.endsWith('_URL') ? 'another form' : `'${raw.slice(0, 100)}'`;
}
