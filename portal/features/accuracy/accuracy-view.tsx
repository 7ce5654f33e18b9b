import { useQuery } from '@tanstack/react-query';
import { marketOf } from '../../client/market-mark.ts';
import { useAddress } from '../../client/use-address.ts';
import { ACCURACY } from '../../content/accuracy.ts';
import { Alert } from '../../ui/alert.tsx';
import { DownloadCsv } from '../../ui/download-csv.tsx';
import { date } from '../../ui/format.ts';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { PageHero } from '../../ui/page-hero.tsx';
import { Card, Skeleton } from '../../ui/surface.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { accuracyCsv } from './accuracy-csv.ts';
import { ConditionFigures } from './condition-figures.tsx';
import { Headline } from './headline.tsx';
import { Meaning } from './meaning.tsx';
import { type Accuracy, type AccuracyCondition, accuracyQuery, CONDITIONS } from './queries.ts';

const words = ACCURACY;

/** How well values did on RVs they had not seen, by what, and how sure that is. */
export function AccuracyView() {
  return (
    <>
      <PageHero words={words.hero} />
      <div className="frame grid grid-cols-1 gap-10 pb-16">
        <Figures />
        <Meaning />
      </div>
    </>
  );
}

function Figures() {
  const report = useQuery(accuracyQuery);
  if (report.isError) return <LoadFailed words={words.failed} query={report} />;
  if (report.data === undefined) return <Loading />;
  const { used, new: ofNew } = report.data;
  if (used.overall.units + ofNew.overall.units === 0)
    return (
      <Alert tone="info" title={words.empty.title}>
        {words.empty.text}
      </Alert>
    );
  return <Loaded report={report.data} />;
}

function Loaded({ report }: { report: Accuracy }) {
  const { params, setParams } = useAddress();
  const condition: AccuracyCondition = params.get('of') === 'new' ? 'new' : 'used';
  const choose = (next: AccuracyCondition) => setParams(next === 'new' ? { of: next } : {});
  const measuredOn = words.measuredOn[marketOf(report)];
  return (
    <>
      <div className="grid gap-4">
        <Headline report={report} />
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="font-bold">{measuredOn(date(report.asOf))}</p>
          <DownloadCsv name={words.csvName} csv={() => accuracyCsv(report)} />
        </div>
      </div>
      <div>
        <Tabs
          headed
          label={words.switch.label}
          value={condition}
          onChange={choose}
          tabs={CONDITIONS.map((value) => ({
            value,
            label: words.switch[value],
            content: <ConditionFigures report={report} condition={value} />,
          }))}
        />
      </div>
    </>
  );
}

const Loading = () => (
  <div className="grid gap-6" aria-busy="true">
    <div className="grid gap-4 sm:grid-cols-3">
      {CONDITIONS.map((condition) => (
        <Skeleton key={condition} className="h-44 rounded-card" />
      ))}
      <Skeleton className="h-44 rounded-card" />
    </div>
    <Card className="h-[34rem]" />
  </div>
);
