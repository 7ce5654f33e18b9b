import { lookup as systemLookup } from 'node:dns/promises';
import type { Socket } from 'node:net';
import { buildConnector } from 'undici';
import { checkAddress, type AddressGuard } from './addresses.ts';

/** Where a name stands, as the system or a test says. */
export type Resolve = (host: string) => Promise<readonly { address: string; family: number }[]>;

/** Makes a connection to the host of a URL, encrypted where it says so. */
export type Connect = (
  url: URL,
  done: (...result: [error: null, socket: Socket] | [error: Error, socket: null]) => void,
) => void;

export const resolveBySystem: Resolve = (host) => systemLookup(host, { all: true });

/** Makes connections whose name was resolved, and whose peer was looked at, by the guard. */
export function createConnect(guard: AddressGuard, resolve: Resolve): Connect {
  /** By port, which the guard asks for; each remembers the keys it agreed on with a host. */
  const connectors = new Map<number, buildConnector.connector>();
  return ({ protocol, host, hostname: written, port: given }, done) => {
    const port = Number(given) || (protocol === 'https:' ? 443 : 80);
    const connect = connectors.get(port) ?? resolvingConnector(port, guard, resolve);
    connectors.set(port, connect);
    const hostname = written.replace(/^\[|\]$/g, '');
    connect({ protocol, host, hostname, port: String(port) }, (...[error, socket]) => {
      if (error !== null) return done(error, null);
      const peer = peerFault(socket, hostname, port, guard);
      if (peer === undefined) return done(null, socket);
      socket.destroy();
      return done(peer, null);
    });
  };
}

function resolvingConnector(
  port: number,
  guard: AddressGuard,
  resolve: Resolve,
): buildConnector.connector {
  return buildConnector({
    timeout: 15_000,
    allowH2: false,
    lookup: (host, options, done) => {
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
    },
  });
}

function peerFault(
  socket: Socket,
  host: string,
  port: number,
  guard: AddressGuard,
): Error | undefined {
  try {
    checkAddress(host, socket.remoteAddress ?? 'nowhere', port, guard);
    return undefined;
  } catch (error) {
    return error as Error;
  }
}
