import type { Candidate } from '../candidate.ts';
import { comparisonWords } from './of-comparisons.ts';
import { stepWords, trendWords } from './of-prices.ts';
import { seasonWords } from './of-seasons.ts';
import type { Words } from './template.ts';

/** What can be said of a finding. */
export function wordsFor(candidate: Candidate): Words {
  const { finding } = candidate;
  if (finding.kind === 'trend') return trendWords(finding, candidate);
  if (finding.kind === 'step') return stepWords(finding, candidate);
  if (finding.kind === 'season') return seasonWords(finding, candidate);
  return comparisonWords(finding.of);
}
