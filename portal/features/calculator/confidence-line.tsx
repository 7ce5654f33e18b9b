import { Link } from 'react-router-dom';
import { valuedBasis } from '#schemas/valuation-words.ts';
import { pathOf } from '../../client/paths.ts';
import { ANALYSIS } from '../../content/analysis-results.ts';
import { isolated } from '../../content/isolated.ts';
import { share } from '../../ui/format.ts';
import { Card } from '../../ui/surface.tsx';
import { dataPointsOf } from './describe.ts';
import type { Analysis } from './analysis.ts';

/** How sure the value is, and what it rests on. */
export function ConfidenceLine({ analysis }: { analysis: Analysis }) {
  const words = ANALYSIS.results;
  return (
    <Card className="grid gap-x-8 gap-y-2 py-4 sm:grid-cols-2 sm:py-4">
      <div>
        <p>
          <span className="font-bold">{words.confidence}:</span>{' '}
          <span className="tabular font-extrabold text-primary">{share(analysis.confidence)}</span>
        </p>
        <p className="text-small text-ink-muted">
          {analysis.confidenceMeasured ? words.confidenceNote : words.confidenceUnmeasured}{' '}
          {analysis.confidenceMeasured && (
            <Link
              to={pathOf('accuracy')}
              className="no-print font-bold text-primary underline underline-offset-4"
            >
              {words.confidenceMeasured}
            </Link>
          )}
        </p>
      </div>
      <div>
        <p className="font-bold">{dataPointsOf(analysis.dataPoints)}</p>
        <p className="text-small text-ink-muted">{valuedBasis(analysis, isolated)}</p>
      </div>
    </Card>
  );
}
