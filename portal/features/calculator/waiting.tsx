import { CALCULATOR } from '../../content/calculator.ts';
import { Silhouette } from '../../ui/silhouettes.tsx';

/** The place of a result before there is one. */
export function Waiting() {
  return (
    <div className="no-print grid min-h-80 place-content-center lg:min-h-[34rem] justify-items-center rounded-card border-2 border-dashed border-edge p-6 text-center">
      <Silhouette
        type="travel-trailer"
        className="w-52 text-control-edge [--silhouette-ground:var(--canvas)]"
      />
      <div className="centre-line mt-1 w-64 max-w-full" />
      <p className="mt-6 text-title font-extrabold">{CALCULATOR.waiting.title}</p>
      <p className="mt-1 max-w-sm text-ink-muted">{CALCULATOR.waiting.text}</p>
    </div>
  );
}
