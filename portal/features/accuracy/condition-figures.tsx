import { ACCURACY } from '../../content/accuracy.ts';
import { ageName, priceName, typeName } from './group-names.ts';
import { GroupTable } from './group-table.tsx';
import type { Accuracy, AccuracyCondition } from './queries.ts';
import { Reliability } from './reliability.tsx';

interface ConditionFiguresProps {
  report: Accuracy;
  condition: AccuracyCondition;
}

/** Everything measured of one condition: by type, age and value, and how far confidence can be trusted. */
export function ConditionFigures({ report, condition }: ConditionFiguresProps) {
  const { overall, atNewDealers, byType, byAge, byPrice, byConfidence } = report[condition];
  const { rangeLevel, confidenceWithin } = report;
  const all = { ...overall, name: ACCURACY.overall[condition] };
  const tables = [
    {
      ...ACCURACY.groups.byType,
      groups: [all, ...byType.map((group) => ({ ...group, name: typeName(group.type) }))],
    },
    {
      ...ACCURACY.groups.byAge,
      groups: byAge.map((group) => ({ ...group, name: ageName(group) })),
    },
    {
      ...ACCURACY.groups.byPrice,
      groups: byPrice.map((group) => ({ ...group, name: priceName(group) })),
    },
    {
      ...ACCURACY.groups.byDealer,
      groups: [
        { ...overall, name: ACCURACY.dealers.any },
        { ...atNewDealers, name: ACCURACY.dealers.unseen },
      ],
    },
  ];
  return (
    <div className="grid grid-cols-1 gap-6">
      <h2 className="text-heading">{ACCURACY.detail[condition]}</h2>
      <Reliability tenths={byConfidence} within={confidenceWithin} />
      {tables.map((table) => (
        <GroupTable key={table.title} {...table} rangeLevel={rangeLevel} />
      ))}
    </div>
  );
}
