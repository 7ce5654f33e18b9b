/** A message that says what is wrong, or that it is over. */
export interface AlertMessage {
  /** One line for people: what chat systems show. */
  text: string;
  /** The same for a repeat of the same news. */
  id: string;
  [field: string]: string | null;
}

export type SendAlert = (message: AlertMessage) => Promise<void>;

/** The webhook did not take it. The message says why, and nothing of the address: it may hold a secret. */
export class WebhookFailed extends Error {
  readonly code = 'webhook_failed';
}

const TIMEOUT_MS = 10_000;

/**
 * Posts JSON to the operator's own address. A user and password in it are sent as basic authentication.
 * A redirect is not followed: whoever it leads to was not named.
 */
export function createWebhook(address: string, timeoutMs = TIMEOUT_MS): SendAlert {
  const url = new URL(address);
  const { username, password } = url;
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  url.username = '';
  url.password = '';
  const authorization: Record<string, string> =
    username === ''
      ? {}
      : { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` };
  return async (message) => {
    let status: number;
    try {
      const answer = await fetch(url, {
        method: 'POST',
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
        headers: {
          'content-type': 'application/json',
          'idempotency-key': message.id,
          ...authorization,
        },
        body: JSON.stringify(message),
      });
      status = answer.status;
      await answer.body?.cancel();
    } catch (error) {
      throw new WebhookFailed(`The alert webhook could not be reached: ${causeOf(error)}`);
    }
    if (status < 200 || status > 299)
      throw new WebhookFailed(`The alert webhook answered ${status}, not 2xx`);
  };
}

/** The system's code alone: messages may name the address. */
function causeOf(error: unknown): string {
  if (error instanceof DOMException && error.name === 'TimeoutError') return 'no answer in time';
  const cause = error instanceof Error ? error.cause : undefined;
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return typeof code === 'string' ? code : 'the connection failed';
}
