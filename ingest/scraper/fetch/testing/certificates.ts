import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';

/** For tests: a certificate and its key, as PEM. */
export interface Certificate {
  cert: string;
  key: string;
}

export interface Authority {
  cert: string;
  /** A certificate for these names, valid for so many days around now; of negative days it is over. */
  certify(names: readonly string[], days?: number): Certificate;
}

/** For tests: an authority of its own, which nobody trusts who is not told to (RFC 5280). */
export function createAuthority(name: string): Authority {
  const own = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const issue = (subject: string, publicKey: KeyObject, days: number, extensions: Buffer[]) => {
    const signed = sequence(
      tagged(0xa0, integer(2)),
      integer(serial++),
      ecdsaWithSha256,
      nameOf(name),
      sequence(utcTime(-Math.abs(days)), utcTime(days < 0 ? -1 : days)),
      nameOf(subject),
      publicKey.export({ type: 'spki', format: 'der' }),
      tagged(0xa3, sequence(...extensions)),
    );
    const signature = sign('sha256', signed, own.privateKey);
    const whole = sequence(signed, ecdsaWithSha256, tagged(0x03, Buffer.of(0), signature));
    const text = whole.toString('base64').replaceAll(/.{64}/g, '$&\n');
    return `-----BEGIN CERTIFICATE-----\n${text}\n-----END CERTIFICATE-----\n`;
  };
  let serial = 1;
  return {
    cert: issue(name, own.publicKey, 30, [
      extension(basicConstraints, sequence(tagged(0x01, Buffer.of(0xff)))),
    ]),
    certify(names, days = 30) {
      const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const dnsNames = names.map((one) => tagged(0x82, Buffer.from(one)));
      return {
        cert: issue(names[0] ?? '', publicKey, days, [
          extension(subjectAltName, sequence(...dnsNames)),
        ]),
        key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      };
    },
  };
}

/** One value of DER: its tag, its length, and what is in it. */
function tagged(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(parts);
  const length =
    body.length < 0x80
      ? [body.length]
      : body.length < 0x100
        ? [0x81, body.length]
        : [0x82, body.length >> 8, body.length & 0xff];
  return Buffer.concat([Buffer.of(tag, ...length), body]);
}

const sequence = (...parts: readonly Uint8Array[]): Buffer => tagged(0x30, ...parts);
const integer = (value: number): Buffer => tagged(0x02, Buffer.of(value));
const identifier = (...bytes: readonly number[]): Buffer => tagged(0x06, Buffer.from(bytes));

const ecdsaWithSha256 = sequence(identifier(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02));
const basicConstraints = identifier(0x55, 0x1d, 0x13);
const subjectAltName = identifier(0x55, 0x1d, 0x11);
const commonName = identifier(0x55, 0x04, 0x03);

const nameOf = (text: string): Buffer =>
  sequence(tagged(0x31, sequence(commonName, tagged(0x0c, Buffer.from(text)))));
const extension = (of: Buffer, value: Buffer): Buffer => sequence(of, tagged(0x04, value));

/** So many days from now: `261122214500Z`. */
function utcTime(days: number): Buffer {
  const at = new Date(Date.now() + days * 86_400_000).toISOString();
  return tagged(0x17, Buffer.from(`${at.slice(2, 19).replaceAll(/\D/g, '')}Z`));
}
