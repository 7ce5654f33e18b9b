import type { ReactNode, SVGProps } from 'react';
import type { RvTypeId } from '#schemas/vocabulary.ts';

/**
 * Each type of RV from its side, on a grid of 160 × 71 with the road at y = 70. Filled with the current
 * colour; windows and hubs are cut out with the colour of the ground, `--silhouette-ground`.
 */
const ground = 'var(--silhouette-ground, var(--surface))';

const Wheel = ({ x, r = 8 }: { x: number; r?: number }) => (
  <>
    <circle cx={x} cy={70 - r} r={r + 2.5} fill={ground} />
    <circle cx={x} cy={70 - r} r={r} />
    <circle cx={x} cy={70 - r} r={r / 2.6} fill={ground} />
  </>
);
const Pane = ({ d }: { d: string }) => <path d={d} fill={ground} />;
const Rail = ({ d, width = 3 }: { d: string; width?: number }) => (
  <path d={d} fill="none" stroke="currentColor" strokeWidth={width} strokeLinecap="round" />
);

const DRAWINGS: Record<RvTypeId | 'unknown', ReactNode> = {
  'class-a': (
    <>
      <path d="M10 60V20q0-5 5-5h123q7 0 9 7l4 20v18q0 3-3 3H13q-3 0-3-3Z" />
      <path d="M38 15v-4h24v4ZM92 15v-3h16v3Z" />
      <Pane d="M130 22h9q2 0 3 3l3 15h-15ZM22 24h24v13H22ZM55 24h24v13H55ZM88 22h13v35H88ZM109 24h13v13h-13Z" />
      <Pane d="M10 45h68v2.500H10Z" />
      <Wheel x={36} />
      <Wheel x={122} />
    </>
  ),
  'class-b': (
    <>
      <path d="M14 58V26q0-7 8-7h72q9 0 16 7l14 15 20 4q6 1.5 6 8v5q0 3-3 3H17q-3 0-3-3Z" />
      <path d="M44 19v-4h26v4Z" />
      <Pane d="M96 26q6 0 10 4l10 11H94V26ZM24 27h20v13H24ZM52 27h34v13H52Z" />
      <Wheel x={38} />
      <Wheel x={124} />
    </>
  ),
  'class-c': (
    <>
      <path d="M10 59V18q0-5 5-5h104q9 0 9 8v6q0 5-5 7l-4 2 6 9 20 4q5 1.5 5 7v6q0 3-3 3H13q-3 0-3-3Z" />
      <path d="M36 13V9h20v4Z" />
      <Pane d="M100 37h12l6 9h-18ZM102 19h17v8h-17ZM22 22h22v13H22ZM54 22h22v13H54ZM82 22h12v34H82Z" />
      <Wheel x={36} />
      <Wheel x={126} />
    </>
  ),
  'travel-trailer': (
    <>
      <path d="M16 58V24q0-8 8-8h92q9 0 13 7l6 12v23q0 3-3 3H19q-3 0-3-3Z" />
      <path d="M56 16v-4h22v4Z" />
      <Pane d="M26 26h26v13H26ZM62 24h14v33H62ZM86 26h26v13H86Z" />
      <Pane d="M16 45h40v2.500H16Z" />
      <Rail d="M132 60h20M148 60v8" />
      <Wheel x={64} r={7} />
      <Wheel x={83} r={7} />
    </>
  ),
  'fifth-wheel': (
    <>
      <path d="M10 58V18q0-6 6-6h122q8 0 11 7l3 8v9q0 3-3 3h-35l-8 10v9q0 3-3 3H13q-3 0-3-3Z" />
      <path d="M34 12V8h22v4Z" />
      <Pane d="M118 19h22v10h-22ZM20 22h26v13H20ZM56 22h14v34H56ZM80 22h24v13H80Z" />
      <Rail d="M132 39v9M126 48h12" />
      <Wheel x={40} r={7} />
      <Wheel x={86} r={7} />
    </>
  ),
  'toy-hauler': (
    <>
      <path d="M28 58V16q0-4 4-4h96q9 0 12 8l3 12v26q0 3-3 3H31q-3 0-3-3Z" />
      <Pane d="M36 20h6v34h-6ZM52 22h20v13H52ZM82 22h14v34H82ZM106 22h22v13h-22Z" />
      <Rail d="M29 60 8 69M140 60h13M150 60v8" />
      <Wheel x={62} r={7} />
      <Wheel x={80} r={7} />
    </>
  ),
  'pop-up': (
    <>
      <path d="M40 44h80v14q0 3-3 3H43q-3 0-3-3Z" />
      <path d="M36 18h88v6H36Z" />
      <path d="M44 24 20 40v4h120v-4l-24-16Z" opacity="0.55" />
      <Pane d="M56 28h18v12H56ZM86 28h18v12H86Z" />
      <Rail d="M20 44h120M120 58h30M146 58v9" />
      <Wheel x={80} r={7} />
    </>
  ),
  'truck-camper': (
    <>
      <path d="M18 20q0-6 6-6h84q10 0 10 8v9H92v16H24q-6 0-6-6Z" />
      <path d="M10 49h84V35h18q4 0 7 4l8 9 18 4q5 1.5 5 6v2q0 3-3 3H13q-3 0-3-3Z" />
      <Pane d="M28 22h22v12H28ZM60 22h20v12H60ZM100 39h11q2 0 4 2l6 8h-21Z" />
      <Pane d="M18 46.500h74v2.500H18Z" />
      <Wheel x={40} />
      <Wheel x={126} />
    </>
  ),
  'park-model': (
    <>
      <path d="M14 30 80 10l66 20v4H14Z" />
      <path d="M20 34h120v27H20Z" />
      <Pane d="M30 40h18v11H30ZM58 40h13v21H58ZM82 40h20v11H82ZM112 40h18v11h-18Z" />
      <path d="M16 61h128v4H16ZM26 65h6v5h-6ZM77 65h6v5h-6ZM128 65h6v5h-6Z" />
    </>
  ),
  'fish-house': (
    <>
      <path d="M30 60V22q0-5 5-5h76q5 0 8 4l10 15v24q0 3-3 3H33q-3 0-3-3Z" />
      <path d="M98 17V8h6v9Z" />
      <Pane d="M40 27h20v12H40ZM70 25h13v32H70ZM92 27h16v12H92Z" />
      <Rail d="M128 60h24" />
      <Rail d="M10 69.500h142" width={1.5} />
      <Wheel x={58} r={6} />
    </>
  ),
  /** A sign at the road. */
  unknown: (
    <>
      <path d="M77 40h6v30h-6ZM60 6h40q5 0 5 5v30q0 5-5 5H60q-5 0-5-5V11q0-5 5-5Z" />
      <path
        d="M72.500 20.500q0-7.500 7.500-7.500t7.500 7q0 4.500-4 6.500t-3.500 5.500"
        fill="none"
        stroke={ground}
        strokeWidth={4}
        strokeLinecap="round"
      />
      <circle cx={80} cy={39} r={2.6} fill={ground} />
    </>
  ),
};

interface SilhouetteProps extends SVGProps<SVGSVGElement> {
  type: keyof typeof DRAWINGS;
}

/** A drawn RV of a type, or a sign with a question mark; decoration beside words that name it. */
export function Silhouette({ type, ...rest }: SilhouetteProps) {
  return (
    <svg viewBox="0 0 160 71" fill="currentColor" aria-hidden="true" focusable="false" {...rest}>
      {DRAWINGS[type]}
    </svg>
  );
}
