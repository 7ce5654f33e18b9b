import { CompareView } from '../features/compare/compare-view.tsx';

export function Page() {
  return <CompareView />;
}
