import { describe, expect, it } from 'vitest';
import { ALL_VARIABLES, ConfigurationError, loadConfig, LOG_VARIABLES } from './load.ts';

const faultsOf = (run: () => unknown): readonly string[] => {
  try {
    run();
  } catch (error) {
    if (error instanceof ConfigurationError) return error.faults;
    throw error;
  }
  throw new Error('expected the configuration to be refused');
};

describe('configuration', () => {
  it('has a default for everything a first start needs', () => {
    expect(loadConfig({}, ALL_VARIABLES)).toMatchObject({
      PORT: 3000,
      DATA_DIR: '.data',
      SAMPLE: 'auto',
    });
  });

  it('reports every wrong variable at once, with what it was and what was expected', () => {
    const faults = faultsOf(() =>
      loadConfig({ PORT: 'abc', SAMPLE: 'maybe', KAFKA_BROKERS: 'nowhere' }, ALL_VARIABLES),
    );
    expect(faults).toEqual([
      "PORT: expected a port number from 0 to 65535, got 'abc'",
      "SAMPLE: expected auto or off, got 'maybe'",
      "KAFKA_BROKERS: expected host:port, several separated by commas, got 'nowhere'",
    ]);
  });

  it.each([
    ['RATE_LIMIT_PER_MINUTE', '0', 'expected a whole number of requests, 1 or more'],
    ['SIGN_INS_PER_ADDRESS', '-1', 'expected a whole number of sign-ins, 1 or more'],
    ['REGISTRATIONS_PER_ADDRESS', '0', 'expected a whole number of registrations, 1 or more'],
    ['FREE_ANALYSES_PER_MONTH', '1.5', 'expected a whole number of analyses, 0 or more'],
  ] as const)('says what %s may be, where it is %s', (name, value, expected) => {
    const faults = faultsOf(() => loadConfig({ [name]: value }, [name]));
    expect(faults).toEqual([`${name}: ${expected}, got '${value}'`]);
  });

  it('treats an empty variable as not set', () => {
    expect(loadConfig({ PORT: '' }, ['PORT']).PORT).toBe(3000);
  });

  it('never shows a URL, which may hold a password', () => {
    const [fault] = faultsOf(() =>
      loadConfig({ DATABASE_URL: 'mysql://me:hunter2@db' }, ['DATABASE_URL']),
    );
    expect(fault).toMatch(/^DATABASE_URL: expected a URL such as/);
    expect(fault).not.toContain('hunter2');
  });

  it.each([
    'https://me:hunter2@rv.example',
    'https://rv.example/?a=hunter2',
    'https://rv.example/#',
  ])('refuses %s as where the portal is reached: links are made by adding to it', (text) => {
    const [fault] = faultsOf(() => loadConfig({ PUBLIC_URL: text }, ['PUBLIC_URL']));
    expect(fault).toMatch(/^PUBLIC_URL: expected a URL without a password/);
    expect(fault).not.toContain('hunter2');
  });

  it('never shows a secret, and refuses one under 32 bytes', () => {
    const [fault] = faultsOf(() => loadConfig({ SESSION_SECRET: 'hunter2' }, ALL_VARIABLES));
    expect(fault).toMatch(/^SESSION_SECRET: expected 32 bytes or more.*, got 7 bytes$/);
  });

  it('needs a session secret where the users are in a Postgres server, for who serves them', () => {
    const env = {
      DATABASE_URL: 'postgres://db',
      CLICKHOUSE_URL: 'http://ch',
      KAFKA_BROKERS: 'k:1',
    };
    expect(faultsOf(() => loadConfig(env, ALL_VARIABLES))).toEqual([
      'SESSION_SECRET: must be set where DATABASE_URL is set, 32 bytes or more',
    ]);
    expect(() => loadConfig(env, ALL_VARIABLES, { ownProcess: ['KAFKA_BROKERS'] })).not.toThrow();
    const secret = { ...env, SESSION_SECRET: 'x'.repeat(32) };
    expect(() => loadConfig(secret, ALL_VARIABLES, { ownProcess: ['DATABASE_URL'] })).not.toThrow();
  });

  it('wants a model where stories may be reworded, and never shows the key', () => {
    const url = 'https://llm.example/v1';
    expect(
      faultsOf(() => loadConfig({ STORY_LLM_URL: url }, ['STORY_LLM_URL', 'STORY_LLM_MODEL'])),
    ).toEqual(['STORY_LLM_MODEL: must be set where STORY_LLM_URL is set']);
    const [fault] = faultsOf(() => loadConfig({ STORY_LLM_KEY: 'sk-hunter2 ' }, ['STORY_LLM_KEY']));
    expect(fault).toMatch(/^STORY_LLM_KEY: .*, got 11 bytes$/);
    const [withPassword] = faultsOf(() =>
      loadConfig({ STORY_LLM_URL: 'https://me:hunter2@llm.example/v1' }, ['STORY_LLM_URL']),
    );
    expect(withPassword).toMatch(/without a password/);
    expect(withPassword).not.toContain('hunter2');
  });

  const LOGIN = {
    KAFKA_BROKERS: 'k:1',
    KAFKA_SSL: '1',
    KAFKA_SASL_MECHANISM: 'plain',
    KAFKA_SASL_USER: 'rigworth',
    KAFKA_SASL_PASSWORD: 'hunter2',
  };

  it.each<[string, Record<string, string>, string[]]>([
    [
      'a password in the clear',
      { KAFKA_SSL: '0' },
      [
        'KAFKA_SSL: must be 1 where KAFKA_SASL_MECHANISM is plain, which sends the password as it is',
      ],
    ],
    [
      'a mechanism alone',
      { KAFKA_SASL_USER: '', KAFKA_SASL_PASSWORD: '' },
      [
        'KAFKA_SASL_USER: must be set where KAFKA_SASL_MECHANISM is set',
        'KAFKA_SASL_PASSWORD: must be set where KAFKA_SASL_MECHANISM is set',
      ],
    ],
    [
      'no mechanism',
      { KAFKA_SASL_MECHANISM: '' },
      ['KAFKA_SASL_MECHANISM: must be set where KAFKA_SASL_USER and KAFKA_SASL_PASSWORD are set'],
    ],
    [
      'a mechanism there is not',
      { KAFKA_SASL_MECHANISM: 'PLAIN' },
      ["KAFKA_SASL_MECHANISM: expected plain, scram-sha-256 or scram-sha-512, got 'PLAIN'"],
    ],
    [
      'no broker',
      { KAFKA_BROKERS: '' },
      ['KAFKA_BROKERS: must be set where KAFKA_SSL or a KAFKA_SASL_ variable is set'],
    ],
    ['neither one nor the other', { KAFKA_SSL: 'yes' }, ["KAFKA_SSL: expected 0 or 1, got 'yes'"]],
  ])('refuses %s for Kafka', (_what, change, faults) => {
    expect(faultsOf(() => loadConfig({ ...LOGIN, ...change }, LOG_VARIABLES))).toEqual(faults);
  });

  it('takes a login for Kafka that is whole, in plain text one that hides the password', () => {
    expect(loadConfig(LOGIN, LOG_VARIABLES)).toEqual({ ...LOGIN, KAFKA_BROKERS: ['k:1'] });
    const scram = { ...LOGIN, KAFKA_SASL_MECHANISM: 'scram-sha-512', KAFKA_SSL: '' };
    expect(() => loadConfig(scram, LOG_VARIABLES)).not.toThrow();
  });

  it('lets the scraper ask addresses outside the internet, but not in production', () => {
    const env = { SCRAPER_ALLOW_ADDRESSES: '127.0.0.1:4000,[::1]:4001' };
    expect(loadConfig(env, ALL_VARIABLES).SCRAPER_ALLOW_ADDRESSES).toEqual([
      '127.0.0.1:4000',
      '[::1]:4001',
    ]);
    const production = { ...env, NODE_ENV: 'production' };
    expect(faultsOf(() => loadConfig(production, ['SCRAPER_ALLOW_ADDRESSES']))).toEqual([
      'SCRAPER_ALLOW_ADDRESSES: must not be set in production, where only the internet is asked',
    ]);
  });

  it('wants a sender of mails that has an address', () => {
    for (const sender of ['RigWorth', 'a@b@c', 'RigWorth <no-reply>', 'A <a@b>\r\nBcc: c@d'])
      expect(faultsOf(() => loadConfig({ MAIL_FROM: sender }, ['MAIL_FROM']))).toHaveLength(1);
    for (const sender of ['no-reply@rv.example', 'RigWorth <no-reply@localhost>'])
      expect(loadConfig({ MAIL_FROM: sender }, ['MAIL_FROM']).MAIL_FROM).toBe(sender);
  });

  it('wants a contact where sites are to be crawled', () => {
    const names = ['SITES_DIR', 'SCRAPER_CONTACT'] as const;
    expect(faultsOf(() => loadConfig({ SITES_DIR: 'sites' }, names))).toEqual([
      'SCRAPER_CONTACT: must be set where SITES_DIR is set, to where site owners reach you',
    ]);
    const wrong = { SITES_DIR: 'sites', SCRAPER_CONTACT: 'me' };
    expect(faultsOf(() => loadConfig(wrong, names))).toHaveLength(1);
    const contact = { ...wrong, SCRAPER_CONTACT: 'https://rv.example/bot' };
    expect(loadConfig(contact, names)).toEqual(contact);
  });

  it('takes the time zone of the schedule by its name, and UTC where the system names a file', () => {
    expect(loadConfig({}, ['TZ']).TZ).toBe('Etc/UTC');
    expect(loadConfig({ TZ: 'America/Chicago' }, ['TZ']).TZ).toBe('America/Chicago');
    expect(loadConfig({ TZ: ':/etc/localtime' }, ['TZ']).TZ).toBe('Etc/UTC');
    expect(faultsOf(() => loadConfig({ TZ: 'America/Chicgo' }, ['TZ']))).toEqual([
      "TZ: expected the name of a time zone such as America/Chicago, got 'America/Chicgo'",
    ]);
  });

  const STRIPE = {
    STRIPE_SECRET_KEY: 'sk_live_hunter2',
    STRIPE_PUBLISHABLE_KEY: 'pk_live_ours',
    STRIPE_WEBHOOK_SECRET: 'whsec_hunter2',
  };

  it('wants Stripe whole, in one mode, and never shows its secrets', () => {
    expect(() => loadConfig(STRIPE, ALL_VARIABLES)).not.toThrow();
    const of = (change: Record<string, string>) =>
      faultsOf(() => loadConfig({ ...STRIPE, ...change }, ALL_VARIABLES));
    expect(of({ STRIPE_PUBLISHABLE_KEY: '', STRIPE_WEBHOOK_SECRET: '' })).toEqual([
      'STRIPE_PUBLISHABLE_KEY: must be set where STRIPE_SECRET_KEY is set',
      'STRIPE_WEBHOOK_SECRET: must be set where STRIPE_SECRET_KEY is set',
    ]);
    expect(of({ STRIPE_PUBLISHABLE_KEY: 'pk_test_ours' })).toEqual([
      'STRIPE_PUBLISHABLE_KEY: is of test mode, STRIPE_SECRET_KEY of live mode',
    ]);
    const wrong = of({ STRIPE_SECRET_KEY: 'hunter2', STRIPE_WEBHOOK_SECRET: 'hunter2' }).join();
    expect(wrong).toContain('STRIPE_SECRET_KEY: expected a key such as sk_live_…, got 7 bytes');
    expect(wrong).not.toContain('hunter2');
  });

  it('takes no test keys and no other Stripe in production, unless that is a demonstration', () => {
    const test = { ...STRIPE, STRIPE_SECRET_KEY: 'sk_test_x', STRIPE_PUBLISHABLE_KEY: 'pk_test_x' };
    const inProduction = (env: Record<string, string>) => () =>
      loadConfig({ ...env, NODE_ENV: 'production' }, ALL_VARIABLES);
    expect(inProduction(STRIPE)).not.toThrow();
    expect(faultsOf(inProduction(test))).toEqual([
      'STRIPE_SECRET_KEY: is of test mode, which charges nothing: set a live key, or ALLOW_SANDBOX_PAYMENTS=1',
    ]);
    expect(inProduction({ ...test, ALLOW_SANDBOX_PAYMENTS: '1' })).not.toThrow();
    const elsewhere = { STRIPE_API_URL: 'http://127.0.0.1:12111' };
    for (const env of [elsewhere, { ...STRIPE, ...elsewhere }])
      expect(faultsOf(inProduction(env))).toEqual([
        'STRIPE_API_URL: must not be set in production, where cards are taken by Stripe itself',
      ]);
    expect(() => loadConfig({ ...test, ...elsewhere }, ALL_VARIABLES)).not.toThrow();
  });

  it.each(['prod', 'Production', 'live'])('does not guess what NODE_ENV=%s means', (NODE_ENV) => {
    expect(faultsOf(() => loadConfig({ NODE_ENV }, ALL_VARIABLES))).toEqual([
      `NODE_ENV: expected production, development or test, got '${NODE_ENV}'`,
    ]);
  });

  it('refuses an embedded part for a role of its own and names each variable', () => {
    const faults = faultsOf(() =>
      loadConfig({}, ALL_VARIABLES, { ownProcess: ['KAFKA_BROKERS', 'CLICKHOUSE_URL'] }),
    );
    expect(faults.map((fault) => fault.split(':')[0])).toEqual(['KAFKA_BROKERS', 'CLICKHOUSE_URL']);
  });
});
