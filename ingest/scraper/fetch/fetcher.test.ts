import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAddressGuard } from './addresses.ts';
import { createFetcher, FetchFailed, type Fetcher, type PageRequest } from './fetcher.ts';
import { gunzipped, textOfBytes } from './unpack.ts';

const MAX = 200_000;
let answer: RequestListener = (_request, response) => response.end();
let seen: IncomingMessage[] = [];
const server = createServer((request, response) => {
  seen.push(request);
  answer(request, response);
});
let port = 0;
let fetcher: Fetcher;

const to = (address: string) => () =>
  Promise.resolve([{ address, family: address.includes(':') ? 6 : 4 }]);
const newFetcher = (allowed: string[], resolve = to('127.0.0.1')) =>
  createFetcher({ contact: 'https://rv.example/bot', guard: createAddressGuard(allowed), resolve });
const page = (url: string, more: Partial<PageRequest> = {}): PageRequest => ({
  url,
  accept: 'text/html',
  maxBytes: MAX,
  timeoutMs: 5_000,
  ...more,
});
const ask = (more?: Partial<PageRequest>) =>
  fetcher.fetch(page(`http://dealer.example:${port}/`, more));
const failure = async (asked: Promise<unknown>): Promise<string> => {
  const error: unknown = await asked.catch((reason: unknown) => reason);
  if (error instanceof FetchFailed) return error.reason;
  throw new Error('expected the fetch to fail', { cause: error });
};

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ({ port } = server.address() as AddressInfo);
  fetcher = newFetcher([`127.0.0.1:${port}`]);
});
beforeEach(() => (seen = []));
afterAll(async () => {
  await fetcher.close();
  server.closeAllConnections();
  server.close();
});

describe('a request', () => {
  it('says who asks, where to reach us, and what answer we have', async () => {
    answer = (_request, response) => response.writeHead(304).end();
    const { status } = await ask({ etag: '"v1"', lastModified: 'Sat, 21 Nov 2026 06:00:00 GMT' });
    expect(status).toBe(304);
    expect(seen[0]?.headers).toMatchObject({
      'user-agent': 'RigWorthBot/1.0 (+https://rv.example/bot)',
      'if-none-match': '"v1"',
      'if-modified-since': 'Sat, 21 Nov 2026 06:00:00 GMT',
      host: `dealer.example:${port}`,
    });
  });

  it('has ended when the server ended it, not with the last byte of its answer', async () => {
    const events: string[] = [];
    const slow = createTcpServer({ allowHalfOpen: true }, (socket) => {
      socket.once('data', () => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'));
      // Its log is written when the answer is gone already: a busy server is that late.
      socket.once('end', () => {
        events.push('noted by the server');
        socket.end();
      });
    });
    slow.listen(0, '127.0.0.1');
    await once(slow, 'listening');
    const address = `127.0.0.1:${(slow.address() as AddressInfo).port}`;
    const asking = newFetcher([address]);
    const { body } = await asking.fetch(page(`http://${address}/`));
    events.push('ended for us');
    expect(body.toString()).toBe('ok');
    expect(events).toEqual(['noted by the server', 'ended for us']);
    await asking.close();
    slow.close();
  });

  it('ends with its time where the server never ends it', async () => {
    const connected = Promise.withResolvers<Socket>();
    const endless = createTcpServer({ allowHalfOpen: true }, (socket) => {
      socket.once('data', () => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'));
      connected.resolve(socket);
    });
    endless.listen(0, '127.0.0.1');
    await once(endless, 'listening');
    const address = `127.0.0.1:${(endless.address() as AddressInfo).port}`;
    const asking = newFetcher([address]);
    const timeoutMs = 300;
    // Begun before the request's own, and so over before it.
    const itsTime = AbortSignal.timeout(timeoutMs);
    const { body } = await asking.fetch(page(`http://${address}/`, { timeoutMs }));
    expect([body.toString(), itsTime.aborted]).toEqual(['ok', true]);
    // Nobody is there any more who would take what is sent now.
    const connection = await connected.promise;
    connection.on('error', () => undefined);
    const isGone = (): boolean => {
      connection.write('more');
      return connection.destroyed;
    };
    await expect.poll(isGone).toBe(true);
    await asking.close();
    endless.close();
  });

  it('ends at once when it is called off, before and while its name is looked up', async () => {
    const lookedUp = Promise.withResolvers<void>();
    const stop = new AbortController();
    const asking = newFetcher([], () => {
      lookedUp.resolve();
      return new Promise(() => undefined);
    });
    const ended: unknown[] = [];
    const begin = () =>
      void asking
        .fetch(page('http://dealer.example/', { signal: stop.signal }))
        .catch((error: unknown) => ended.push(error));
    const calledOff = new Error('called off');
    begin();
    await lookedUp.promise;
    stop.abort(calledOff);
    await nextTurn();
    expect(ended).toEqual([calledOff]);
    begin();
    await nextTurn();
    expect(ended).toEqual([calledOff, calledOff]);
    await asking.close();
  });

  it('leaves no connection behind when it is called off while that is being made', async () => {
    const connected = Promise.withResolvers<Socket>();
    // Takes the connection and never answers the greeting of TLS.
    const silent = createTcpServer(connected.resolve);
    silent.listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const address = `127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const asking = newFetcher([address]);
    const stop = new AbortController();
    const asked = asking.fetch(page(`https://${address}/`, { signal: stop.signal }));
    const connection = await connected.promise;
    connection.on('error', () => undefined);
    const closed = once(connection.resume(), 'close');
    stop.abort(new Error('called off'));
    await expect(asked).rejects.toThrow('called off');
    await closed;
    await asking.close();
    silent.close();
  }, 10_000);

  it('that fails for a reason without a code costs its page only', async () => {
    const nowhere = newFetcher([], () => Promise.resolve([]));
    expect(await failure(nowhere.fetch(page('http://dealer.example/')))).toBe('network');
    await nowhere.close();
  });

  it('follows no redirect by itself', async () => {
    answer = (_request, response) => response.writeHead(302, { location: '/other' }).end();
    const { status, headers } = await ask();
    expect([status, headers.get('location'), seen.length]).toEqual([302, '/other', 1]);
  });
});

describe('an address that is not of the internet', () => {
  it('is not asked where a name stands for it, in whichever form', async () => {
    for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1', '0.0.0.0', '::ffff:7f00:1']) {
      const strict = newFetcher([], to(address));
      expect(await failure(strict.fetch(page(`http://dealer.example:${port}/`)))).toBe('refused');
      await strict.close();
    }
    expect(seen).toEqual([]);
  });

  it('is not asked where it is one of several', async () => {
    const both = () =>
      Promise.resolve([
        { address: '8.8.8.8', family: 4 },
        { address: '127.0.0.1', family: 4 },
      ]);
    const strict = newFetcher([], both);
    expect(await failure(strict.fetch(page(`http://dealer.example:${port}/`)))).toBe('refused');
    await strict.close();
  });

  it('is not asked where the name changes its mind after it was looked up', async () => {
    let lookups = 0;
    const rebinding = () =>
      Promise.resolve([{ address: ++lookups === 1 ? '192.0.2.1' : '127.0.0.1', family: 4 }]);
    const strict = newFetcher([], rebinding);
    for (let n = 0; n < 3; n += 1)
      expect(await failure(strict.fetch(page(`http://dealer.example:${port}/`)))).toBe('refused');
    await strict.close();
    expect(seen).toEqual([]);
  });

  it('is sent nothing where the connection stands with it, whatever the name was resolved to', async () => {
    let looks = 0;
    // Good when its name is resolved, and no more when the connection stands.
    const guard = { allows: () => (looks += 1) === 1 };
    const strict = createFetcher({
      contact: 'https://rv.example/bot',
      guard,
      resolve: to('127.0.0.1'),
    });
    expect(await failure(strict.fetch(page(`http://dealer.example:${port}/`)))).toBe('refused');
    await strict.close();
    expect([looks, seen]).toEqual([2, []]);
  });

  it('is not asked by its literal, at a port that is not listed', async () => {
    expect(await failure(fetcher.fetch(page(`http://127.0.0.1:${port + 1}/`)))).toBe('refused');
    expect(await failure(fetcher.fetch(page(`http://[::1]:${port}/`)))).toBe('refused');
    expect(seen).toEqual([]);
  });
});

describe('a body', () => {
  const text = 'Motorhomes, café '.repeat(50);

  it.each([
    ['gzip', gzipSync(text)],
    ['br', brotliCompressSync(text)],
    ['deflate', deflateSync(text)],
    ['gzip, br', brotliCompressSync(gzipSync(text))],
    ['identity', Buffer.from(text)],
  ])('is unpacked: %s', async (encoding, bytes) => {
    answer = (_request, response) =>
      response.writeHead(200, { 'content-encoding': encoding }).end(bytes);
    const { body } = await ask();
    expect(body.toString()).toBe(text);
  });

  it.each([
    ['too long as it says', MAX + 1, undefined, Buffer.alloc(MAX + 1)],
    ['too long without saying', undefined, undefined, Buffer.alloc(MAX + 1)],
    ['a bomb of gzip', undefined, 'gzip', gzipSync(Buffer.alloc(50_000_000))],
    ['a bomb of brotli', undefined, 'br', brotliCompressSync(Buffer.alloc(50_000_000))],
    ['a bomb in a bomb', undefined, 'gzip, gzip', gzipSync(gzipSync(Buffer.alloc(50_000_000)))],
  ])('is refused: %s', async (_name, length, encoding, bytes) => {
    answer = (_request, response) => {
      if (encoding !== undefined) response.setHeader('content-encoding', encoding);
      if (length !== undefined) response.setHeader('content-length', length);
      response.write(bytes);
      response.end();
    };
    expect(await failure(ask())).toBe('too_large');
  });

  it('that says it is too long is not waited for', async () => {
    answer = (_request, response) => {
      response.writeHead(200, { 'content-length': MAX + 1 });
      response.flushHeaders();
    };
    expect(await failure(ask())).toBe('too_large');
  });

  it('is cut where that is asked, packed or not', async () => {
    for (const [encoding, bytes] of [
      ['identity', Buffer.alloc(3 * MAX, 'x')],
      ['gzip', gzipSync(Buffer.alloc(3 * MAX, 'x'))],
    ] as const) {
      answer = (_request, response) =>
        response.writeHead(200, { 'content-encoding': encoding }).end(bytes);
      const { body } = await ask({ cut: true });
      expect(body.equals(Buffer.alloc(MAX, 'x'))).toBe(true);
    }
  });

  it('that never ends is read no further than its limit', async () => {
    let sent = 0;
    answer = (_request, response) => {
      const chunk = Buffer.alloc(64 * 1024, 'x');
      const more = (): void => {
        while (!response.destroyed && response.write(chunk)) sent += chunk.length;
      };
      response.on('drain', more);
      more();
    };
    expect(await failure(ask())).toBe('too_large');
    expect(sent).toBeLessThan(20_000_000);
  });

  it.each([
    ['cut off', 'gzip', gzipSync(text).subarray(0, 30)],
    ['no gzip', 'gzip', Buffer.from(text)],
    ['packed in an unknown way', 'constructor', Buffer.from(text)],
    ['packed three times', 'gzip, gzip, gzip', gzipSync(text)],
  ])('is refused: %s', async (_name, encoding, bytes) => {
    answer = (_request, response) =>
      response.writeHead(200, { 'content-encoding': encoding }).end(bytes);
    expect(await failure(ask())).toBe('broken');
  });

  it('that does not come in time is given up', async () => {
    answer = (_request, response) => void response.writeHead(200).write('a');
    expect(await failure(ask({ timeoutMs: 50 }))).toBe('timeout');
  });

  it('whose connection breaks is no answer', async () => {
    answer = (_request, response) => {
      response.writeHead(200, { 'content-length': 100 });
      response.write('half');
      setImmediate(() => response.destroy());
    };
    expect(await failure(ask())).toBe('network');
  });
});

describe('text', () => {
  it('is read in the charset that the answer names, the page says, or that it is', () => {
    const latin1 = Buffer.from('caf\xe9', 'latin1');
    expect(textOfBytes(latin1, 'text/html; charset=ISO-8859-1')).toBe('café');
    expect(
      textOfBytes(Buffer.concat([Buffer.from('<meta charset=windows-1252>'), latin1]), ''),
    ).toContain('café');
    expect(textOfBytes(Buffer.from('\ufeffcafé'), 'text/html')).toBe('café');
    expect(textOfBytes(Buffer.from('café'), 'text/html; charset=no-such')).toBe('café');
  });

  it.each(['iso-2022-kr', 'hz-gb-2312', 'replacement', 'utf-7'])(
    'is read as what it is where nobody reads the charset %s',
    (charset) => {
      expect(textOfBytes(Buffer.from('café'), `text/html; charset=${charset}`)).toBe('café');
      const page = Buffer.from(`<meta charset=${charset}>caf\u00e9`, 'latin1');
      expect(textOfBytes(page, '')).toMatch(/café$/);
    },
  );

  it.each(['gzip', 'deflate', 'br', 'zstd', 'gzip, br'])(
    'is empty where %s packs nothing',
    async (packing) => {
      for (const status of [200, 301, 304]) {
        answer = (_request, response) =>
          response.writeHead(status, { 'content-encoding': packing, location: '/' }).end();
        expect(await ask()).toMatchObject({ status, body: Buffer.alloc(0) });
      }
    },
  );
});

describe('a packed file', () => {
  it('is unpacked by its first bytes, and bounded', async () => {
    expect((await gunzipped(gzipSync('a'), 100)).toString()).toBe('a');
    expect((await gunzipped(Buffer.from('a'), 10)).toString()).toBe('a');
    await expect(gunzipped(gzipSync(Buffer.alloc(5_000_000)), 1_000)).rejects.toMatchObject({
      reason: 'too_large',
    });
  });
});
