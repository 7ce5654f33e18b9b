import { Calculator } from '../features/calculator/calculator.tsx';
import { DepreciationView } from '../features/depreciation/depreciation-view.tsx';

export function Page() {
  return <DepreciationView calculator={<Calculator />} />;
}
