import { FetchFailed, type PageAnswer } from '../fetch/fetcher.ts';
import { HostAway } from './host-gate.ts';

/** A host is down after so many answers of 5xx in a row; one that does not come at all counts as ten. */
const MOST_FAILURES = 100;
const SILENCE = 10;

/** Tells hosts that are down from pages that are: of a host that is, a crawl would wait for every page, for days. */
export interface DownHosts {
  /** What came of a request. */
  note(host: string, answer: PageAnswer | FetchFailed): void;
  /** @throws HostAway where the host is down */
  check(host: string): void;
}

export function createDownHosts(): DownHosts {
  const failures = new Map<string, number>();
  return {
    note(host, answer) {
      const failed = failureOf(answer);
      failures.set(host, failed === 0 ? 0 : (failures.get(host) ?? 0) + failed);
    },
    check(host) {
      if ((failures.get(host) ?? 0) >= MOST_FAILURES)
        throw new HostAway(`${host} is down: it fails whatever it is asked for`, 'host_down');
    },
  };
}

function failureOf(answer: PageAnswer | FetchFailed): number {
  if (!(answer instanceof FetchFailed)) return answer.status >= 500 ? 1 : 0;
  return answer.reason === 'network' || answer.reason === 'timeout' ? SILENCE : 0;
}
