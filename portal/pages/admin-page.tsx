import { AdminView } from '../features/admin/admin-view.tsx';

export function Page() {
  return <AdminView />;
}
