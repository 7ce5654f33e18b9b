import ipaddr from 'ipaddr.js';

/** A request that must not be made; nothing was sent. */
export class RequestRefused extends Error {
  readonly code = 'request_refused';
}

/**
 * Which addresses may be asked: those of the public internet, and of others only the `address:port`
 * pairs of an explicit list, which production refuses (platform/config).
 */
export interface AddressGuard {
  /** Whether an address, in any notation, may be connected to. */
  allows(address: string, port: number): boolean;
}

/** Public by its range, and yet the machine room's: Azure's host. */
const notPublic: ReadonlySet<string> = new Set(['168.63.129.16']);
/** What the internet's registries give out of IPv6; anything outside is somebody's own or a tunnel. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/** True for an address of the public internet; false for anything that is no address. */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  if (address.range() !== 'unicast' || notPublic.has(address.toString())) return false;
  return address instanceof ipaddr.IPv4 || address.match(globalUnicast);
}

export function createAddressGuard(allowed: readonly string[] = []): AddressGuard {
  const listed = new Set(allowed);
  return {
    allows(address, port) {
      if (isPublicAddress(address)) return true;
      if (!ipaddr.isValid(address)) return false;
      const plain = ipaddr.process(address);
      const text = plain instanceof ipaddr.IPv6 ? `[${plain.toString()}]` : plain.toString();
      return listed.has(`${text}:${port}`);
    },
  };
}

/** Names that are never of the public internet: not to be asked for, not even of a resolver (RFC 6761, 7686, 9476). */
const localName =
  /(?:^|\.)(?:localhost|local|internal|intranet|lan|home|corp|localdomain|arpa|onion|alt|invalid|svc|metadata\.goog)$/;
const webPorts: ReadonlySet<number> = new Set([80, 443, 8080, 8443]);

/**
 * The first point of the guard: what a URL itself says. Names are looked at again when they are
 * resolved, and the connection when it stands.
 * @throws RequestRefused naming what must not be asked
 */
export function checkUrl(text: string, guard: AddressGuard): URL {
  const url = URL.parse(text);
  if (url === null) throw new RequestRefused(`${text.slice(0, 200)} is no URL`);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new RequestRefused(`${url.protocol} is not fetched, http and https are`);
  if (url.username !== '' || url.password !== '')
    throw new RequestRefused(`the URL at ${url.host} holds a user name or a password`);
  const port = portOf(url);
  // The URL parser has written every notation of an address the one plain way.
  const host = url.hostname.replaceAll(/^\[|\]$/g, '');
  if (ipaddr.isValid(host)) {
    if (!guard.allows(host, port)) throw new RequestRefused(refused(host));
    if (isPublicAddress(host)) checkPort(port);
    return url;
  }
  const name = host.replace(/\.$/, '').toLowerCase();
  if (!name.includes('.') || localName.test(name))
    throw new RequestRefused(`${host} is a name of a private network`);
  return url;
}

/** @throws RequestRefused where an address that a name stands for must not be asked */
export function checkAddress(host: string, address: string, port: number, guard: AddressGuard) {
  if (!guard.allows(address, port))
    throw new RequestRefused(`${host} stands for ${refused(address)}`);
  if (isPublicAddress(address)) checkPort(port);
}

function checkPort(port: number): void {
  if (!webPorts.has(port)) throw new RequestRefused(`port ${port} is none of the web`);
}

const refused = (address: string): string => `${address}, which is no address of the internet`;

const portOf = (url: URL): number =>
  url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
