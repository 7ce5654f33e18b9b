import { isIP } from 'node:net';
import { ipKeyGenerator } from 'express-rate-limit';
import type { Request } from 'express';

/** As some proxies write an address: with the port, IPv6 then in brackets. */
const WITH_PORT = /^(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)$/;

/**
 * The address that counts: of IPv6, where one customer has very many, the /56. What is no address, as
 * anybody can send where TRUST_PROXY counts a proxy too many, counts as one.
 */
export function addressOf({ ip = '' }: Pick<Request, 'ip'>): string {
  const [, ipv6, ipv4] = WITH_PORT.exec(ip) ?? [];
  const address = ipv6 ?? ipv4 ?? ip;
  return isIP(address) === 0 ? 'no address' : ipKeyGenerator(address, 56);
}
