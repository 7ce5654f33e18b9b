import { Silhouette } from '../../ui/silhouettes.tsx';
import type { QuestionWords } from './question.ts';

/** The place of a result before there is one. */
export function Waiting({ words }: { words: QuestionWords['waiting'] }) {
  return (
    <div className="unasked grid min-h-80 place-content-center lg:min-h-[34rem] justify-items-center rounded-card border-2 border-dashed border-edge p-6 text-center">
      <Silhouette
        type="travel-trailer"
        className="w-52 text-control-edge [--silhouette-ground:var(--canvas)]"
      />
      <div className="centre-line mt-1 w-64 max-w-full" />
      <p className="mt-6 text-title font-extrabold">{words.title}</p>
      <p className="mt-1 max-w-sm text-balance text-ink-muted">{words.text}</p>
    </div>
  );
}
