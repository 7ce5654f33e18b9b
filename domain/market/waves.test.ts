import { describe, expect, it } from 'vitest';
import { chanceOfWave, isSeasonal, waveOf, type Waves } from './waves.ts';

const wave = (size: number): number[] =>
  Array.from({ length: 12 }, (_, month) => size * Math.cos((2 * Math.PI * month) / 12));

describe('a wave of twelve months', () => {
  it('comes by chance as chi squared has it where its error is known', () => {
    // 5.991 is exceeded once in twenty with two degrees.
    expect(waveOf(1, wave(Math.sqrt(5.991)), 1).p).toBeCloseTo(0.05, 4);
  });

  it.each([
    [4, 6.944],
    [10, 4.103],
    [30, 3.316],
  ])('comes by chance as F of 2 and %i degrees has it where these tell its error', (degrees, f) => {
    expect(waveOf(1, wave(Math.sqrt(2 * f)), 1, degrees).p).toBeCloseTo(0.05, 4);
  });
});

describe('a season', () => {
  const season: Waves = { value: wave(0.03), waveSe: [0.008, 0.008] };

  it('is none where dealers differ by as much', () => {
    expect(isSeasonal(season)).toBe(true);
    expect(isSeasonal({ ...season, dealers: { equal: 30, waveSe: [0.02, 0.02] } })).toBe(false);
  });

  it('is less sure the fewer dealers tell how they differ', () => {
    const chances = [40, 20, 10, 5].map((equal) =>
      chanceOfWave({ ...season, dealers: { equal, waveSe: [0.008, 0.008] } }, 1),
    );
    expect(chances).toEqual(chances.toSorted((a, b) => a - b));
  });

  it('is no surer by dealers who do all alike', () => {
    const alike = { equal: 30, waveSe: [0.0001, 0.0001] } as const;
    expect(chanceOfWave({ ...season, dealers: alike }, 1)).toBe(chanceOfWave(season, 1));
  });
});
