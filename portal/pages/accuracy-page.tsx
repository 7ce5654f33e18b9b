import { AccuracyView } from '../features/accuracy/accuracy-view.tsx';

export function Page() {
  return <AccuracyView />;
}
