import type { CookieOptions, Request, Response } from 'express';

const NAME = 'rigworth';

/** Whether a session's cookie came along, good or not. */
export const bringsSession = ({ headers: { cookie = '' } }: Request): boolean =>
  cookie.split('; ').some((one) => one.replace(/^__Host-/, '').startsWith(`${NAME}=`));

/**
 * The session's cookie: no script reads it, no other site's form sends it, and over https only we
 * could have set it (`__Host-`). Whether it is https is what PUBLIC_URL says, else the connection.
 */
export class SessionCookie {
  readonly #publicUrl: string | undefined;
  readonly #lifeMs: number;

  constructor(publicUrl: string | undefined, lifeMs: number) {
    this.#publicUrl = publicUrl;
    this.#lifeMs = lifeMs;
  }

  read(request: Request): string | undefined {
    const { cookie } = request.headers;
    if (cookie === undefined) return undefined;
    const start = `${this.#name(request)}=`;
    const pair = cookie.split('; ').find((one) => one.startsWith(start));
    return pair?.slice(start.length);
  }

  set(request: Request, response: Response, token: string): void {
    response.cookie(this.#name(request), token, {
      ...this.#options(request),
      maxAge: this.#lifeMs,
    });
  }

  clear(request: Request, response: Response): void {
    response.clearCookie(this.#name(request), this.#options(request));
  }

  #secure(request: Request): boolean {
    return this.#publicUrl === undefined ? request.secure : this.#publicUrl.startsWith('https:');
  }

  #name(request: Request): string {
    return this.#secure(request) ? `__Host-${NAME}` : NAME;
  }

  #options(request: Request): CookieOptions {
    return { httpOnly: true, sameSite: 'lax', path: '/', secure: this.#secure(request) };
  }
}
