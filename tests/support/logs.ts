/** What the servers of a test file logged. */
const kept: (readonly string[])[] = [];

/** Looked through for secrets once the file's tests are over (`no-secret-logged.ts`). */
export function keepLog<Log extends readonly string[]>(log: Log): Log {
  kept.push(log);
  return log;
}

const SECRETS: Readonly<Record<string, RegExp>> = {
  'a password of the tests': /a caravan in the rain|a tent under the stars/i,
  'the hash of a password': /\$argon2/,
  'a cookie': /rigworth=[\w-]/,
  'a session or another signed token': /\beyJ[\w-]{8,}\.[\w-]+\.[\w-]+/,
  'the secret of sessions': /a secret of the tests/,
  'a mailed link': /(reset-password|verify-email)=[\w-]/,
  'a key of Stripe': /\b([sr]k_(test|live)_|whsec_)\w/,
  'the secret of a payment': /_secret_\w/,
  // Not the digits of a fraction.
  'a card number': /(?<![\w.])(4\d{15}|5[1-5]\d{14}|3[47]\d{13})\b/,
  'the password of a server': /\b\w+:\/\/[^\s:/@"]+:[^\s/@"]+@/,
};

/** The kinds of secrets in a text. */
export const secretsIn = (text: string): string[] =>
  Object.entries(SECRETS).flatMap(([kind, secret]) => (secret.test(text) ? [kind] : []));

/** Lines that hold a secret, of every log that was kept since they were last asked for. */
export const linesWithSecrets = (): { line: string; secrets: string[] }[] =>
  kept.splice(0).flatMap((log) =>
    log.flatMap((line) => {
      const secrets = secretsIn(line);
      return secrets.length === 0 ? [] : [{ line, secrets }];
    }),
  );
