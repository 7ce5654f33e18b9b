import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LIMITS, limitsBehind, listen, type HttpServer } from './http-server.ts';

let server: HttpServer;
beforeEach(async () => {
  server = await listen(0, '127.0.0.1', {
    limits: { ...LIMITS, headersTimeout: 200, requestTimeout: 400 },
  });
});
afterEach(() => server.close());

/** Sends bytes, more of them once an answer begins, and reads until the server closes the connection. */
function ask(
  text: string,
  later?: string,
): Promise<{ status: number; headers: Headers; body: string }> {
  return new Promise((resolve, reject) => {
    let got = '';
    const socket = connect(server.port, '127.0.0.1', () => socket.write(text));
    socket.on('data', (data) => (got += data.toString()));
    if (later !== undefined) socket.once('data', () => socket.write(later));
    socket.on('error', reject);
    socket.on('close', () => {
      const [head = '', body = ''] = got.split('\r\n\r\n');
      const [first = '', ...lines] = head.split('\r\n');
      const headers = new Headers(
        lines.map((line): [string, string] => {
          const colon = line.indexOf(':');
          return [line.slice(0, colon), line.slice(colon + 1).trim()];
        }),
      );
      resolve({ status: Number(first.split(' ')[1]), headers, body });
    });
  });
}

const get = (...headers: string[]) => `GET / HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`;

describe('what never reaches the app is answered as the app answers', () => {
  it.each([
    ['before the app is there', get('Host: x', 'Connection: close'), 503, 'starting'],
    ['headers too large', get('Host: x', `X: ${'a'.repeat(40_000)}`), 431, 'headers_too_large'],
    [
      'an expectation that is not known',
      get('Host: x', 'Expect: tea', 'Connection: close'),
      417,
      'expectation_failed',
    ],
    ['no host', get('Connection: close'), 400, 'no_host'],
    ['no HTTP', 'tea, please\r\n\r\n', 400, 'bad_request'],
    ['headers that do not end', 'GET / HTTP/1.1\r\nHost: x\r\n', 408, 'too_slow'],
    [
      'a body that does not end',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n1',
      408,
      'too_slow',
    ],
  ])('%s', async (_what, text, status, code) => {
    if (text.startsWith('POST')) server.serve((request) => void request.resume());
    const answer = await ask(text);
    expect(answer.status).toBe(status);
    const body = answer.body.slice(answer.body.indexOf('{'), answer.body.lastIndexOf('}') + 1);
    expect(JSON.parse(body)).toEqual({ code, message: expect.stringMatching(/\.$/) as string });
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'") as string,
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
    });
  });
});

describe('before the app is there', () => {
  const html = 'Accept: text/html,application/xhtml+xml,*/*;q=0.8';
  const page = (path: string) =>
    ask(get('Host: x', 'Connection: close', html).replace('GET /', `GET ${path}`));

  it('shows a person who opens the portal a page that loads again by itself', async () => {
    const { status, headers, body } = await page('/depreciation');
    expect(status).toBe(503);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('refresh')).toBe('2');
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(body).toContain('<h1>RigWorth is starting</h1>');
  });

  it('dresses that page by the one style sheet its policy allows, and by no script', async () => {
    const { headers, body } = await page('/');
    const [sheet = ''] = /(?<=<style>)[^]*(?=<\/style>)/.exec(body) ?? [];
    const hash = createHash('sha256').update(sheet).digest('base64');
    expect(sheet).toContain('color-scheme: light dark');
    expect(headers.get('content-security-policy')).toContain(`;style-src 'sha256-${hash}';`);
    expect(headers.get('content-security-policy')).toContain("script-src 'self'");
    expect(body).not.toContain('<script');
  });

  it('answers calls as ever, whoever asks', async () => {
    const { headers, body } = await page('/api/health');
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(body).toContain('"status":"starting"');
  });
});

it('never breaks into an answer that is under way', async () => {
  server.serve((_request, response) => void response.write('half'));
  const { status, body } = await ask(get('Host: x'), 'tea, please\r\n\r\n');
  expect(status).toBe(200);
  expect(body).not.toContain('bad_request');
});

describe('what is held for who takes no answer', () => {
  /** Replaces the server by one of other limits. */
  async function open(limits: Partial<typeof LIMITS>, listener: RequestListener) {
    await server.close();
    server = await listen(0, '127.0.0.1', { limits: { ...LIMITS, ...limits } });
    server.serve(listener);
  }

  it('goes once nothing of it was read for a while, however many are asked for at once', async () => {
    const cutOff = Promise.withResolvers<void>();
    await open({ unreadTimeout: 100 }, (_request, response) => {
      response.on('close', () => (response.writableFinished ? undefined : cutOff.resolve()));
      response.end(Buffer.alloc(16 * 1024 * 1024));
    });
    const socket = connect(server.port, '127.0.0.1').pause();
    socket.write(get('Host: x').repeat(3));
    await cutOff.promise;
    socket.destroy();
  });

  it('is not what is answered late', async () => {
    await open({ unreadTimeout: 50 }, (_request, response) => {
      setTimeout(() => response.end('late'), 300);
    });
    const { status, body } = await ask(get('Host: x', 'Connection: close'));
    expect(status).toBe(200);
    expect(body).toContain('late');
  });

  it('is bounded by the number of connections', async () => {
    await open({ connections: 1 }, (_request, response) => void response.end('here'));
    const first = connect(server.port, '127.0.0.1');
    await once(first, 'connect');
    const second = connect(server.port, '127.0.0.1').on('error', () => undefined);
    await once(second, 'close');
    first.write(get('Host: x', 'Connection: close'));
    const [data] = await once(first, 'data');
    expect(String(data)).toContain('200 OK');
    first.destroy();
  });

  it('is bounded for each address, and for all that a proxy brings by their number alone', async () => {
    // Its answer does not end, so that it stays open however slow the machine is.
    const answer: RequestListener = (_request, response) => void response.write('here');
    const come = () =>
      new Promise<{ socket: Socket; isAnswered: boolean }>((resolve) => {
        const socket = connect(server.port, '127.0.0.1').on('error', () => undefined);
        socket.once('data', () => resolve({ socket, isAnswered: true }));
        socket.once('close', () => resolve({ socket, isAnswered: false }));
        socket.write(get('Host: x'));
      });
    await open({ connectionsOfOne: 1 }, answer);
    const first = await come();
    expect([first.isAnswered, (await come()).isAnswered]).toEqual([true, false]);
    first.socket.destroy();
    // What has gone makes room, once the server has seen it go.
    await expect
      .poll(async () => {
        const { socket, isAnswered } = await come();
        socket.destroy();
        return isAnswered;
      })
      .toBe(true);

    await open({ ...limitsBehind(1), connections: 300 }, answer);
    const many = await Promise.all(Array.from({ length: 300 }, come));
    expect(many.filter(({ isAnswered }) => isAnswered)).toHaveLength(300);
    expect((await come()).isAnswered).toBe(false);
    for (const { socket } of many) socket.destroy();
  });
});
