import { ok, type Outcome } from '../../outcome.ts';
import { remark, type Received } from '../draft.ts';
import { partIn, readCount, readFeet, readQuantity } from '../text/measure.ts';
import type { WithTexts } from './read-texts.ts';

export interface WithSize {
  readonly lengthFt: number | null;
  readonly weightLb: number | null;
  readonly sleeps: number | null;
  readonly slides: number | null;
}

const LENGTH_FT = [6, 60] as const;
const WEIGHT_LB = [300, 60_000] as const;
const SLEEPS = [1, 16] as const;
const SLIDES = [0, 6] as const;
const LB_PER_KG = 2.204_622_6;

/** Length in feet, weight in pounds, berths and slide-outs; null where absent or impossible. */
export function readSize<T extends Received & WithTexts>(input: T): Outcome<T & WithSize> {
  const { fields } = input.texts;
  const { units } = input.raw;
  let { remarks } = input;
  const within = (value: number | null, [least, most]: readonly [number, number], name: string) => {
    if (value === null || (value >= least && value <= most)) return value;
    // Zero is how feeds write "not stated".
    const why = Number.isNaN(value) ? 'unreadable' : 'impossible';
    if (value !== 0) remarks = remark(remarks, `${name}:${why}`);
    return null;
  };
  const lengthFt = within(readFeet(fields.length, units.length), LENGTH_FT, 'length');
  const weightLb = within(readPounds(fields.weight, units.weight), WEIGHT_LB, 'weight');
  const sleeps = within(readCount(fields.sleeps), SLEEPS, 'sleeps');
  const slides = within(readCount(fields.slides), SLIDES, 'slides');
  return ok({
    ...input,
    lengthFt: lengthFt === null ? null : Math.round(lengthFt * 100) / 100,
    weightLb: weightLb === null ? null : Math.round(weightLb),
    sleeps: sleeps === null ? null : Math.round(sleeps),
    slides: slides === null ? null : Math.round(slides),
    remarks,
  });
}

function readPounds(written: string, unit: 'lb' | 'kg' | undefined): number | null {
  const text = partIn(written, /\blbs?\b|\dlbs?\b|\bpound/i);
  const value = readQuantity(text);
  if (value === null) return null;
  const isMetric =
    /\bkgs?\b|\bkilo/i.test(text) || (unit === 'kg' && !/\blbs?\b|\bpound/i.test(text));
  return isMetric ? value * LB_PER_KG : value;
}
