import { describe, expect, it } from 'vitest';
import { pageButtons } from './page-buttons.ts';

describe('the page buttons', () => {
  it.each([
    [1, 1, [1], null],
    [2, 5, [1, 2, 3, 4, 5], null],
    [1, 6, [1, 2, 3, 4, 5], 6],
    [3, 103, [1, 2, 3, 4, 5], 103],
    [4, 103, [2, 3, 4, 5, 6], 103],
    [101, 103, [99, 100, 101, 102, 103], null],
    [103, 103, [99, 100, 101, 102, 103], null],
    [1, 0, [], null],
  ])('on page %i of %i are %j and %j', (page, pages, near, last) => {
    expect(pageButtons(page, pages)).toEqual({ near, last });
  });
});
