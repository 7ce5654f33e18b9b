import { type PointerEvent, useRef } from 'react';

interface RangeSliderProps {
  min: number;
  max: number;
  step: number;
  value: readonly [number, number];
  /** @param thumb which of the two was moved */
  onChange: (to: number, thumb: 0 | 1) => void;
  /** Names of the lower and the upper thumb. */
  labels: readonly [string, string];
  /** A value as it is read out. */
  format: (value: number) => string;
}

/** As `size-7`, the width of a thumb. */
const THUMB_REM = 1.75;

/** The pointer that is down. */
interface Grip {
  pointer: number;
  /** How far beside a thumb's middle it holds it. */
  beside: number;
  /** Where it took hold of a thumb, until it moves: till then the value stays, be it between two steps. */
  still: number | undefined;
  /** Undefined until it is known which of two in one place is meant. */
  thumb: 0 | 1 | undefined;
}

/** Where the middle of a thumb can stand, in pixels of the window. */
function trackOf(slider: HTMLElement): { start: number; length: number; radius: number } {
  const { left, width } = slider.getBoundingClientRect();
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  const radius = (THUMB_REM * rem) / 2;
  return { start: left + radius, length: width - 2 * radius, radius };
}

/**
 * A range of numbers by two thumbs, neither of which passes the other: for keys and for what reads the page aloud the
 * browser's own sliders, unseen; for the pointer the whole track. Written here because Radix's would bring 10 kB.
 */
export function RangeSlider(props: RangeSliderProps) {
  const { min, max, step, value, onChange, labels, format } = props;
  const [low, high] = value;
  const inputs = useRef<(HTMLInputElement | null)[]>([]);
  const grabbed = useRef<Grip | null>(null);
  const share = (of: number) => (of - min) / (max - min);

  const atStep = (of: number, round: (steps: number) => number) =>
    min + round((of - min) / step) * step;
  const isAtStep = (of: number) => atStep(of, Math.round) === of;

  const set = (thumb: 0 | 1, to: number) => {
    const next = thumb === 0 ? Math.min(to, high) : Math.max(to, low);
    if (next !== value[thumb]) onChange(next, thumb);
  };
  const grab = (event: PointerEvent<HTMLElement>) => {
    const { start, length, radius } = trackOf(event.currentTarget);
    const [toLow, toHigh] = value.map((at) => event.clientX - start - share(at) * length) as [
      number,
      number,
    ];
    const thumb = Math.abs(toLow) <= Math.abs(toHigh) ? 0 : 1;
    const beside = thumb === 0 ? toLow : toHigh;
    const isOnThumb = Math.abs(beside) <= radius;
    grabbed.current = {
      pointer: event.pointerId,
      beside: isOnThumb ? beside : 0,
      still: isOnThumb ? event.clientX : undefined,
      // Of two in one place it is the one on the side that is moved to.
      thumb: low === high ? undefined : thumb,
    };
  };
  const stepAt = (event: PointerEvent<HTMLElement>, beside: number) => {
    const { start, length } = trackOf(event.currentTarget);
    const along = (event.clientX - beside - start) / length;
    return Math.min(max, Math.max(min, atStep(along * (max - min) + min, Math.round)));
  };
  const move = (event: PointerEvent<HTMLElement>) => {
    const held = grabbed.current;
    if (held?.pointer !== event.pointerId) return;
    if (event.clientX !== held.still) held.still = undefined;
    const to = held.still === undefined ? stepAt(event, held.beside) : value[held.thumb ?? 0];
    if (held.thumb === undefined && to !== low) held.thumb = to < low ? 0 : 1;
    if (held.thumb === undefined) return;
    inputs.current[held.thumb]?.focus({ preventScroll: true });
    set(held.thumb, to);
  };
  const release = (event: PointerEvent<HTMLElement>) => {
    if (grabbed.current?.pointer === event.pointerId) grabbed.current = null;
  };
  /** To a step by a key, also from a value between two. */
  const press = (thumb: 0 | 1, from: number, to: number) =>
    set(
      thumb,
      to > from
        ? Math.max(atStep(from, Math.ceil), atStep(to, Math.floor))
        : Math.min(atStep(from, Math.floor), atStep(to, Math.ceil)),
    );
  return (
    <div
      data-pressed-as-one=""
      // A finger that goes up or down scrolls the page, and moves no thumb; two enlarge it.
      className="keep-colour relative flex h-11 w-full cursor-pointer touch-pan-y touch-pinch-zoom items-center select-none"
      onPointerDown={(event) => {
        if (event.button !== 0 || grabbed.current !== null) return;
        // The focus goes to the thumb that is moved.
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        grab(event);
      }}
      onPointerMove={move}
      onPointerUp={move}
      onLostPointerCapture={release}
    >
      <div className="h-1.5 grow rounded-full bg-edge">
        <div
          className="h-full rounded-full bg-primary"
          style={{
            marginInlineStart: `${share(low) * 100}%`,
            width: `${(share(high) - share(low)) * 100}%`,
          }}
        />
      </div>
      {value.map((at, thumb) => (
        <div key={labels[thumb]} className="contents">
          <input
            ref={(input) => {
              inputs.current[thumb] = input;
            }}
            type="range"
            aria-label={labels[thumb]}
            aria-valuetext={format(at)}
            min={min}
            max={max}
            // A browser says the nearest step of a value between two.
            step={isAtStep(at) ? step : 'any'}
            value={at}
            onChange={(event) => press(thumb === 0 ? 0 : 1, at, event.target.valueAsNumber)}
            className="peer pointer-events-none absolute inset-0 opacity-0"
          />
          <span
            style={{ left: `calc(${share(at)} * (100% - ${THUMB_REM}rem))` }}
            className="absolute size-7 rounded-full border-2 border-primary bg-surface shadow-card peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-focus"
          />
        </div>
      ))}
    </div>
  );
}
