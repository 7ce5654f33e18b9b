import type { Candidate } from '../candidate.ts';
import type { Season } from '../facts.ts';
import { LEAST_SEASON_N, LEAST_SWING, tooFewDealers } from '../measures.ts';
import { differenceOfSeasons, fitSeason } from '../statistics/season.ts';

/** A type's season is its own where it differs from the market's by more than this would by chance. */
const OWN_SEASON_P = 0.01;

/** The crest against the trough of every season. Those of the same two months are one thing. */
export function seasonCandidates(seasons: readonly Season[]): Candidate[] {
  const fits = seasons.map(({ effects, errors, dealers }) => fitSeason(effects, errors, dealers));
  return seasons.map(({ of, subject, effects, errors, n, dealers }, at) => {
    const fit = fits[at] ?? fitSeason(effects, errors, dealers);
    const market = fits[seasons.findIndex((one) => one.of === of && one.subject.kind === 'market')];
    const isUsual =
      subject.kind !== 'market' &&
      market !== undefined &&
      differenceOfSeasons(fit, market) > OWN_SEASON_P;
    const { high, low, swing, error, p } = fit;
    const least = LEAST_SWING[of];
    return {
      id: `season/${of}/${subject.id}`,
      category: 'seasonal-patterns',
      finding: { kind: 'season', of, subject, high, low, swing },
      query: `seasons[${of}, ${subject.id}]: waves fitted to the twelve months`,
      about: [
        `season/${of}/${subject.id}`,
        `season/${of}/${high}-${low}`,
        ...(isUsual ? [`season/${of}/market`] : []),
      ],
      kin: `season/${of}`,
      isUsual,
      effect: swing,
      error,
      interval: [swing - 1.96 * error, swing + 1.96 * error],
      p,
      n,
      unfit:
        tooFewDealers(dealers?.equal) ??
        (n < LEAST_SEASON_N
          ? `${n} counted, fewer than ${LEAST_SEASON_N}`
          : swing < least
            ? `a swing of ${swing.toFixed(4)} is less than ${least}`
            : undefined),
      size: swing / least,
    };
  });
}
