import { lookup as systemLookup } from 'node:dns/promises';
import { once } from 'node:events';
import { connect as connectPlain, isIP, type LookupFunction, type Socket } from 'node:net';
import { connect as connectEncrypted } from 'node:tls';
import { checkAddress, type AddressGuard } from './addresses.ts';

/** Where a name stands, as the system or a test says. */
export type Resolve = (host: string) => Promise<readonly { address: string; family: number }[]>;

/** Makes a connection to the host of a URL, encrypted where it says so; called off, none is left behind. */
export type Connect = (url: URL, signal: AbortSignal) => Promise<Socket>;

export const resolveBySystem: Resolve = (host) => systemLookup(host, { all: true });

/** A host that lets a connection wait for longer is not there. */
const mostConnectMs = 15_000;

class ConnectTimedOut extends Error {
  readonly code = 'connect_timeout';
}

/** Makes connections whose name was resolved, and whose peer was looked at, by the guard. */
export function createConnect(guard: AddressGuard, resolve: Resolve): Connect {
  return async ({ protocol, hostname, port: given }, signal) => {
    const port = Number(given) || (protocol === 'https:' ? 443 : 80);
    const host = hostname.replace(/^\[|\]$/g, '');
    const timeout = AbortSignal.timeout(mostConnectMs);
    const within = { signal: AbortSignal.any([signal, timeout]) };
    const socket = connectPlain({ host, port, lookup: guardedLookup(port, guard, resolve) });
    try {
      await once(socket, 'connect', within);
      checkAddress(host, socket.remoteAddress ?? 'nowhere', port, guard);
      if (protocol === 'http:') return socket;
      // Only now, so that one whom we do not want to talk to hears no greeting.
      const servername = isIP(host) === 0 ? host.replace(/\.$/, '') : '';
      const encrypted = connectEncrypted({ socket, host, servername, ALPNProtocols: ['http/1.1'] });
      await once(encrypted, 'secureConnect', within);
      return encrypted;
    } catch (error) {
      socket.destroy();
      if (!timeout.aborted) throw error;
      throw new ConnectTimedOut(`no connection within ${mostConnectMs} ms`, { cause: error });
    }
  };
}

const guardedLookup =
  (port: number, guard: AddressGuard, resolve: Resolve): LookupFunction =>
  (host, options, done) => {
    resolve(host).then(
      (found) => {
        try {
          const [first] = found;
          if (first === undefined) throw new Error(`${host} has no address`);
          for (const { address } of found) checkAddress(host, address, port, guard);
          if (options.all === true) done(null, [...found]);
          else done(null, first.address, first.family);
        } catch (error) {
          done(error as Error, '');
        }
      },
      (error: unknown) => done(error as Error, ''),
    );
  };
