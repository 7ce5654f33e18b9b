import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { pathOf } from '../../client/paths.ts';
import { ACCURACY_CLAIM } from '../../content/accuracy-claim.ts';
import { percentFine } from '../../ui/format.ts';
import { accuracyQuery } from './queries.ts';

const words = ACCURACY_CLAIM;

/** The claimed accuracy, linked to what was measured; stands on the ground of a sign. */
export function AccuracyClaim() {
  const { data } = useQuery(accuracyQuery);
  const figures = data?.used.overall.figures;
  const measured = data?.sample === true ? words.measuredOnSample : words.measured;
  return (
    <p className="mt-6 text-[#f0e2d6]">
      <Link
        to={pathOf('accuracy')}
        className="inline-block py-1 font-bold text-on-sign underline underline-offset-4"
      >
        {words.link}
      </Link>{' '}
      {figures ? measured(percentFine(100 * figures.medianError)) : words.unmeasured}
    </p>
  );
}
