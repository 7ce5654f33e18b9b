import { once } from 'node:events';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates, type TLSSocket } from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createAddressGuard } from './addresses.ts';
import { createFetcher, FetchFailed } from './fetcher.ts';
import { createAuthority, type Certificate } from './testing/certificates.ts';

const trusted = await createAuthority('A test authority');
const stranger = await createAuthority('An authority nobody knows');
const known = getCACertificates('default');
beforeAll(() => setDefaultCACertificates([...known, trusted.cert]));
afterAll(() => setDefaultCACertificates([...known]));

const undone: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const undo of undone.splice(0)) await undo();
});

/** A server with this certificate, and who asked it for what, by the name it was asked for by. */
async function serve(certificate: Certificate) {
  const seen: { name: string | false | null; host: string | undefined; path: string }[] = [];
  const server: Server = createServer(certificate, ({ socket, headers, url = '' }, response) => {
    const { servername } = socket as TLSSocket & { servername?: string | false };
    seen.push({ name: servername ?? null, host: headers.host, path: url });
    response.end('Motorhomes');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const resolved: string[] = [];
  const fetcher = createFetcher({
    contact: 'https://rv.example/bot',
    guard: createAddressGuard([`127.0.0.1:${port}`]),
    resolve: (host) => {
      resolved.push(host);
      return Promise.resolve([{ address: '127.0.0.1', family: 4 }]);
    },
  });
  undone.push(async () => {
    await fetcher.close();
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  });
  const ask = (host: string) =>
    fetcher.fetch({
      url: `https://${host}:${port}/rv?page=2`,
      accept: 'text/html',
      maxBytes: 1_000,
      timeoutMs: 30_000,
    });
  return { port, seen, resolved, ask };
}

describe('an encrypted connection', () => {
  it('stands with the address that was looked at, under the name that was asked for', async () => {
    const { port, seen, resolved, ask } = await serve(await trusted.certify(['dealer.example']));
    const { status, body } = await ask('dealer.example');
    expect([status, body.toString()]).toEqual([200, 'Motorhomes']);
    expect(seen).toEqual([
      { name: 'dealer.example', host: `dealer.example:${port}`, path: '/rv?page=2' },
    ]);
    expect(resolved).toEqual(['dealer.example']);
    // A dot at the end is of how names are looked up, not of the name.
    await ask('dealer.example.');
    expect(seen.map(({ name }) => name)).toEqual(['dealer.example', 'dealer.example']);
  });

  it.each([
    ['of another name', trusted.certify(['rival.example']), 'ERR_TLS_CERT_ALTNAME_INVALID'],
    ['of a name below it', trusted.certify(['*.dealer.example']), 'ERR_TLS_CERT_ALTNAME_INVALID'],
    ['that is over', trusted.certify(['dealer.example'], -30), 'CERT_HAS_EXPIRED'],
    [
      'of an authority nobody trusts',
      stranger.certify(['dealer.example']),
      'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    ],
  ])('is not trusted with a certificate %s, and nothing is asked', async (_of, wrong, why) => {
    const { seen, ask } = await serve(await wrong);
    const error: unknown = await ask('dealer.example').catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(FetchFailed);
    expect(error).toMatchObject({ reason: 'network', message: expect.stringContaining(why) });
    expect(seen).toEqual([]);
  });

  it('is not trusted with an address for which its certificate does not speak', async () => {
    const { seen, ask } = await serve(await trusted.certify(['dealer.example']));
    await expect(ask('127.0.0.1')).rejects.toThrow('ERR_TLS_CERT_ALTNAME_INVALID');
    expect(seen).toEqual([]);
  });
});
