import { STAFF } from '../../../content/staff.ts';
import { StaffOnly } from '../../../ui/staff-only.tsx';
import { Collections } from './collections.tsx';
import { Progress } from './progress.tsx';
import { RegisteredSources } from './registered-sources.tsx';
import { Schedule } from './schedule.tsx';

interface DataCollectionProps {
  /** Runs the collection. */
  isStaff: boolean;
  /** Sees and does what goes beyond the specification too. */
  mayControl: boolean;
}

/** How far the collection is, what it collects from, and when it runs. */
export const DataCollection = ({ isStaff, mayControl }: DataCollectionProps) => (
  <div className="grid grid-cols-1 gap-6">
    {isStaff ? <Progress /> : <StaffOnly text={STAFF.only.controls} />}
    <RegisteredSources />
    {mayControl && (
      <>
        <Schedule />
        <Collections />
      </>
    )}
  </div>
);
