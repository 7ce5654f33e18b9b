import { describe, expect, it } from 'vitest';
import { makeOptionsFound, modelOptions } from './name-options.ts';

describe('makes to choose from', () => {
  it('say how many a search would find, and are quiet and last where it would find none', () => {
    const makes = [
      { id: 'jayco', name: 'Jayco', aliases: [], listings: 9 },
      { id: 'thor', name: 'Thor', aliases: ['TMC'], listings: 9 },
    ];
    expect(makeOptionsFound(makes, new Map([['thor', 1_200]]))).toEqual([
      { value: 'Thor', label: 'Thor', aliases: ['TMC'], detail: '1,200 listed', quiet: false },
      { value: 'Jayco', label: 'Jayco', aliases: [], detail: '0 listed', quiet: true },
    ]);
  });
});

describe('models to choose from', () => {
  it('are lines with their floorplans under them, a floorplan named with its line', () => {
    const options = modelOptions([
      {
        id: 'jayco/jay-flight',
        name: 'Jay Flight',
        types: ['travel-trailer'],
        listings: 5,
        floorplans: [
          { id: 'a', name: '28QZX', listings: 2 },
          { id: 'b', name: 'Jay Flight 24RBS', listings: 0 },
        ],
      },
    ]);
    expect(options).toEqual([
      { value: 'Jay Flight', label: 'Jay Flight', detail: '5 listed' },
      { value: 'Jay Flight 28QZX', label: '28QZX', nested: true, detail: '2 listed' },
      { value: 'Jay Flight 24RBS', label: 'Jay Flight 24RBS', nested: true },
    ]);
  });
});
