import { BlockList, isIP } from 'node:net';
import type { Config } from '#platform/config/load.ts';
import type { Logger } from '#platform/logging.ts';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/**
 * Without STAFF_EMAILS whoever is signed in is staff: meant for one's own machine. Where others reach the server
 * that is said; production withholds the controls by itself.
 */
export function warnOfOpenStaff(
  { STAFF_EMAILS, NODE_ENV, HOST }: Config<'STAFF_EMAILS' | 'NODE_ENV' | 'HOST'>,
  logger: Logger,
): void {
  if (STAFF_EMAILS !== undefined || NODE_ENV === 'production' || isOwnMachine(HOST)) return;
  logger.warn(
    'whoever reaches this server and registers has the staff’s controls: set STAFF_EMAILS, NODE_ENV=production, or HOST=127.0.0.1',
  );
}

function isOwnMachine(host: string | undefined): boolean {
  if (host === undefined) return false;
  if (isIP(host) === 0) return host === 'localhost';
  return loopback.check(host, isIP(host) === 6 ? 'ipv6' : 'ipv4');
}
