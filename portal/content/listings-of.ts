/** `1 listing`, `1,320 listings`, from a number as it is shown. */
export const listingsOf = (count: string): string =>
  count === '1' ? '1 listing' : `${count} listings`;
