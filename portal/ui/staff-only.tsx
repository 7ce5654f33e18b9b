import { STAFF } from '../content/staff.ts';
import { Alert } from './alert.tsx';

/** Stands where only staff see more. */
export const StaffOnly = ({ text = STAFF.only.text }: { text?: string }) => (
  <Alert tone="info" title={STAFF.only.title}>
    {text}
  </Alert>
);
