import { pino, type DestinationStream, type Logger } from 'pino';

export type { Logger } from 'pino';

/** Keys that may carry a secret are never written, wherever they stand in a logged object. */
const SECRET_KEYS = ['password', 'token', 'cookie', 'authorization', 'secret', 'clientSecret'];

/** One logger a process; parts take a child with their name. JSON lines on standard output. */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: undefined,
    redact: {
      paths: SECRET_KEYS.flatMap((key) => [key, `*.${key}`, `req.headers.${key}`]),
      censor: '[redacted]',
    },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}
