import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readRobots } from '#ingest/scraper/robots/rules.ts';
import { sharedData } from '../support/shared-data.ts';

interface Case {
  file: string;
  test: number;
  robotstxt_base64: string;
  url: string;
  user_agent: string;
  expected: 'ALLOWED' | 'DISALLOWED';
  test_type: 'STANDARD' | 'GOOGLE_SPECIFIC';
}

const path = sharedData('fixtures/robots/spec-cases.json');

describe.skipIf(path === undefined)('robots.txt (skipped without the shared data)', () => {
  const cases = (JSON.parse(readFileSync(path ?? '', 'utf8')) as Case[]).filter(
    (one) => one.test_type === 'STANDARD',
  );

  it('is read as the standard says, in every case', () => {
    expect(cases.length).toBeGreaterThan(100);
    const wrong = cases.filter(({ robotstxt_base64: bytes, url, user_agent, expected }) => {
      const rules = readRobots(Buffer.from(bytes, 'base64'), user_agent);
      return rules.allows(url) !== (expected === 'ALLOWED');
    });
    expect(wrong.map(({ file, test, url }) => `${file} ${test} ${url}`)).toEqual([]);
  });
});
