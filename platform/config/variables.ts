import { z } from 'zod';
import { FREE_ANALYSES_PER_MONTH } from '#schemas/constants.ts';

/**
 * Every variable RigWorth reads, once: what it means, what it may be, its default. `.env.example` is
 * generated from this file (`npm run check` compares). An empty value counts as not set.
 */
const url = (protocols: string[], what: string) =>
  z.string().refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), {
    error: `expected ${what}`,
  });

/** Only where something is: no user, no password, no query, no hash. */
const hasPlaceOnly = (text: string): boolean => {
  if (!URL.canParse(text)) return true; // said already
  const { username, password } = new URL(text);
  return username === '' && password === '' && !/[?#]/.test(text);
};

const isTimeZone = (timeZone: string): boolean => {
  try {
    return Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
};

const brokers = z
  .string()
  .regex(/^[^\s,:]+:\d+(,[^\s,:]+:\d+)*$/, 'expected host:port, several separated by commas')
  .transform((list) => list.split(','));

const SECRET_BYTES_MIN = 32;
const secret = z.string().refine((text) => Buffer.byteLength(text) >= SECRET_BYTES_MIN, {
  error: `expected ${SECRET_BYTES_MIN} bytes or more, such as \`openssl rand -base64 32\` gives`,
});

export const variables = {
  PORT: z.coerce
    .number({ error: 'expected a port number from 0 to 65535' })
    .int('expected a port number from 0 to 65535')
    .min(0, 'expected a port number from 0 to 65535')
    .max(65_535, 'expected a port number from 0 to 65535')
    .default(3000)
    .describe('Port of the portal and the API.'),
  HOST: z
    .string()
    .optional()
    .describe('Address to listen on; not set: every address of the machine.'),
  DATA_DIR: z
    .string()
    .default('.data')
    .describe('Folder of the embedded log, warehouse and user store.'),
  SAMPLE: z
    .enum(['auto', 'off'], { error: 'expected auto or off' })
    .default('auto')
    .describe('auto: a sample market until real listings come in. off: start empty.'),
  KAFKA_BROKERS: brokers
    .optional()
    .describe('Kafka brokers, host:port separated by commas; not set: the embedded log.'),
  KAFKA_SSL: z
    .enum(['0', '1'], { error: 'expected 0 or 1' })
    .default('0')
    .describe(
      '1: the brokers are reached over TLS; NODE_EXTRA_CA_CERTS names the file of an authority of your own.',
    ),
  KAFKA_SASL_MECHANISM: z
    .enum(['plain', 'scram-sha-256', 'scram-sha-512'], {
      error: 'expected plain, scram-sha-256 or scram-sha-512',
    })
    .optional()
    .describe(
      'How the brokers are logged in to: plain (needs KAFKA_SSL=1), scram-sha-256 or scram-sha-512; not set: no login.',
    ),
  KAFKA_SASL_USER: z.string().optional().describe('Who logs in; needed with KAFKA_SASL_MECHANISM.'),
  KAFKA_SASL_PASSWORD: z
    .string()
    .optional()
    .describe('Password of that login; needed with KAFKA_SASL_MECHANISM.'),
  CLICKHOUSE_URL: url(
    ['http:', 'https:'],
    'an http or https URL such as http://user:password@host:8123/database',
  )
    .optional()
    .describe('ClickHouse server; not set: the embedded engine.'),
  DATABASE_URL: url(
    ['postgres:', 'postgresql:'],
    'a URL such as postgres://user:password@host:5432/database',
  )
    .optional()
    .describe('Postgres for users; not set: embedded Postgres.'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'], {
      error: 'expected fatal, error, warn, info, debug or silent',
    })
    .default('info')
    .describe('How much is logged.'),
  TRUST_PROXY: z.coerce
    .number({ error: 'expected how many proxies stand in front, 0 to 10' })
    .int()
    .min(0)
    .max(10)
    .default(0)
    .describe(
      'How many reverse proxies stand in front of the API; their X-Forwarded-For is believed.',
    ),
  METRICS_PORT: z.coerce
    .number({ error: 'expected a port number from 0 to 65535' })
    .int('expected a port number from 0 to 65535')
    .min(0, 'expected a port number from 0 to 65535')
    .max(65_535, 'expected a port number from 0 to 65535')
    .optional()
    .describe(
      'Port of /metrics, for operators alone; not set: on PORT at npm start, nowhere for roles.',
    ),
  SESSION_SECRET: secret
    .optional()
    .describe(
      'Signs the sessions, 32 bytes or more; not set: made once in DATA_DIR. Required with DATABASE_URL.',
    ),
  SESSION_SECRET_PREVIOUS: secret
    .optional()
    .describe('The secret before SESSION_SECRET: its sessions stay valid while it is named here.'),
  PUBLIC_URL: url(['http:', 'https:'], 'an http or https URL such as https://rv.example.com')
    .refine(hasPlaceOnly, {
      error: 'expected a URL without a password, ? or #: links in mails are made by adding to it',
    })
    .optional()
    .describe('Where people reach the portal: links in mails; not set: http://localhost:PORT.'),
  STAFF_EMAILS: z
    .string()
    .transform((list) => list.split(',').map((email) => email.trim().toLowerCase()))
    .pipe(z.array(z.email('expected e-mails separated by commas')))
    .optional()
    .describe(
      'Verified e-mails of those who may run the collection, separated by commas; not set: any signed-in person, in production without dead letters, aliases and switches.',
    ),
  ALERT_WEBHOOK_URL: url(['http:', 'https:'], 'an http or https URL')
    .optional()
    .describe(
      'Takes a POST of JSON for each alert about the collection, once, and once when it is over; not set: shown to staff only.',
    ),
  SMTP_URL: url(['smtp:', 'smtps:'], 'a URL such as smtp://user:password@host:587')
    .optional()
    .describe(
      'Server that sends mail, over TLS unless it is this machine; not set: mails are put into DATA_DIR/outbox.',
    ),
  MAIL_FROM: z
    .string()
    .regex(
      /^(?:[^<>@\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
      'expected an address such as RigWorth <no-reply@rv.example.com>',
    )
    .default('RigWorth <no-reply@localhost>')
    .describe('Sender of mails.'),
  SIGN_INS_PER_ADDRESS: z.coerce
    .number({ error: 'expected a whole number of sign-ins, 1 or more' })
    .int()
    .min(1)
    .default(50)
    .describe('Failed sign-ins one address may make in 15 minutes.'),
  REGISTRATIONS_PER_ADDRESS: z.coerce
    .number({ error: 'expected a whole number of registrations, 1 or more' })
    .int()
    .min(1)
    .default(30)
    .describe('Accounts one address may ask for in an hour.'),
  FREE_ANALYSES_PER_MONTH: z.coerce
    .number({ error: 'expected a whole number of analyses, 0 or more' })
    .int()
    .min(0)
    .default(FREE_ANALYSES_PER_MONTH)
    .describe('Analyses a signed-in person without a paid plan has in a calendar month (UTC).'),
  NODE_ENV: z
    .enum(['production', 'development', 'test'], {
      error: 'expected production, development or test',
    })
    .optional()
    .describe('production: for people in earnest; see payments.'),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_(test|live)_\w+$/, 'expected a key such as sk_live_…')
    .optional()
    .describe(
      'Stripe takes payments with this key; not set: a sandbox that charges nothing, off in production.',
    ),
  STRIPE_PUBLISHABLE_KEY: z
    .string()
    .regex(/^pk_(test|live)_\w+$/, 'expected a key such as pk_live_…')
    .optional()
    .describe('Key the browser opens the card form with; needed with STRIPE_SECRET_KEY.'),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_\S+$/, 'expected a secret such as whsec_…')
    .optional()
    .describe('Signs what Stripe sends to /api/webhooks/stripe; needed with STRIPE_SECRET_KEY.'),
  STRIPE_API_URL: url(['http:', 'https:'], 'an http or https URL such as http://127.0.0.1:12111')
    .optional()
    .describe("Where Stripe's API is, for tests; refused in production. Not set: Stripe itself."),
  ALLOW_SANDBOX_PAYMENTS: z
    .enum(['0', '1'], { error: 'expected 0 or 1' })
    .default('0')
    .describe(
      '1: payments that charge nothing, test keys too, are allowed in production, as for a demonstration.',
    ),
  STORY_LLM_URL: url(
    ['http:', 'https:'],
    'the base of an OpenAI-compatible API such as https://host/v1, without a password',
  )
    .refine((text) => !URL.canParse(text) || (!new URL(text).username && !new URL(text).password), {
      error: 'expected a URL without a password: the key goes into STORY_LLM_KEY',
    })
    .optional()
    .describe(
      'OpenAI-compatible API that may reword market stories; not set: they stand as they are.',
    ),
  STORY_LLM_KEY: z
    .string()
    .regex(/^[\x21-\x7e]{1,500}$/, 'expected letters, digits and signs without blanks, 500 at most')
    .optional()
    .describe('Key of that API; not set: none is sent.'),
  STORY_LLM_MODEL: z
    .string()
    .regex(/^[\x21-\x7e]{1,200}$/, 'expected the name of a model, without blanks')
    .optional()
    .describe('Model that is asked for other words; needed with STORY_LLM_URL.'),
  TZ: z
    .string()
    // What begins so names a file, as some systems set it: no zone anybody could be told.
    .transform((zone) => (/^[:/]/.test(zone) ? 'Etc/UTC' : zone))
    .refine(isTimeZone, 'expected the name of a time zone such as America/Chicago')
    .default('Etc/UTC')
    .describe('Time zone in which data are refreshed at 6 AM and 6 PM; not set: UTC.'),
  SITES_DIR: z
    .string()
    .optional()
    .describe(
      'Folder of the site files (….site.yaml) whose sites the ingest role crawls; not set: none.',
    ),
  SCRAPER_CONTACT: url(
    ['https:', 'http:', 'mailto:'],
    'a URL or a mailto: address where site owners reach you, such as https://rv.example.com/bot',
  )
    .optional()
    .describe(
      'Where site owners reach you, in the User-Agent of every request; the scraper needs it.',
    ),
  SCRAPER_ALLOW_ADDRESSES: z
    .string()
    .regex(
      /^[^\s,]+:\d+(,[^\s,]+:\d+)*$/,
      'expected address:port, several separated by commas, such as 127.0.0.1:4000',
    )
    .transform((list) => list.split(','))
    .optional()
    .describe(
      'Addresses outside the internet that the scraper may ask, for tests; refused in production.',
    ),
  RATE_LIMIT_PER_MINUTE: z.coerce
    .number({ error: 'expected a whole number of requests, 1 or more' })
    .int()
    .min(1)
    .default(600)
    .describe('API requests one address may make in a minute.'),
} as const;

export type VariableName = keyof typeof variables;
