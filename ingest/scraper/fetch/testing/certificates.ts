import { generate } from 'selfsigned';

/** For tests: a certificate and its key, as PEM. */
export interface Certificate {
  cert: string;
  key: string;
}

export interface Authority {
  cert: string;
  /** A certificate for these names, valid for so many days around now; of negative days it is over. */
  certify(names: readonly string[], days?: number): Promise<Certificate>;
}

const DAY_MS = 86_400_000;

/** For tests: an authority of its own, which nobody trusts who is not told to. */
export async function createAuthority(name: string): Promise<Authority> {
  const own = await generate([{ name: 'commonName', value: name }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [{ name: 'basicConstraints', cA: true }],
  });
  return {
    cert: own.cert,
    async certify(names, days = 30) {
      const now = Date.now();
      const { cert, private: key } = await generate(
        [{ name: 'commonName', value: names[0] ?? '' }],
        {
          keyType: 'ec',
          algorithm: 'sha256',
          ca: { key: own.private, cert: own.cert },
          notBeforeDate: new Date(now - Math.abs(days) * DAY_MS),
          notAfterDate: new Date(now + (days < 0 ? -1 : days) * DAY_MS),
          extensions: [
            { name: 'subjectAltName', altNames: names.map((value) => ({ type: 2, value })) },
          ],
        },
      );
      return { cert, key };
    },
  };
}
