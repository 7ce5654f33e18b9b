import type { RvTypeId } from '#schemas/vocabulary.ts';
import { Silhouette } from './silhouettes.tsx';

const CONVOY: readonly { type: RvTypeId; show: string }[] = [
  { type: 'class-a', show: '' },
  { type: 'fifth-wheel', show: '' },
  { type: 'class-c', show: 'hidden sm:block' },
  { type: 'travel-trailer', show: 'hidden md:block' },
  { type: 'class-b', show: 'hidden lg:block' },
];

/** A line of RVs on the road, for the foot of a sign-coloured ground. */
export function RoadScene() {
  return (
    <div aria-hidden="true" className="no-print overflow-hidden">
      <div className="frame relative flex items-end justify-between gap-6">
        {CONVOY.map(({ type, show }) => (
          <Silhouette
            key={type}
            type={type}
            className={`-mb-2 w-full max-w-44 text-on-sign [--silhouette-ground:var(--sign)] ${show}`}
          />
        ))}
      </div>
      <div className="bg-[#27302b] pt-6 pb-5">
        <div className="centre-line" />
      </div>
    </div>
  );
}
