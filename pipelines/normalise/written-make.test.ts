import { describe, expect, test } from 'vitest';
import type { ListingFields } from '#schemas/events/raw-listing.ts';
import { sightingOf } from './testing/listing.ts';

const ofType = (fields: ListingFields): ListingFields => ({
  type: 'Travel Trailer',
  year: '2021',
  ...fields,
});

describe('how a make is written that nobody knows', () => {
  test.each<[string, ListingFields, string, boolean]>([
    ['is what the field says that names it', { make: ' Jayko ', model: 'x' }, 'Jayko', false],
    [
      'is the beginning of the title where no field names it',
      { title: 'Used 2021 Zzyzx Roamer 24' },
      'Zzyzx Roamer',
      true,
    ],
    [
      'is no field that says nothing, nor the chassis',
      { make: 'Other', title: '2021 Ford Zzyzx Roamer' },
      'Zzyzx Roamer',
      true,
    ],
    ['is nothing where nothing names one', { title: '2021', model: '' }, '', false],
    ['is not kept of one that is known', { make: 'Jayco', title: 'Zzyzx Roamer' }, '', false],
  ])('%s', (_, fields, text, isInTitle) => {
    expect(sightingOf(ofType(fields))).toMatchObject({
      written_make: text,
      make_in_title: isInTitle,
    });
  });
});
