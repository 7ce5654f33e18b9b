import { SEARCH_PAGE_BUTTONS } from '#schemas/constants.ts';

/**
 * The pages that have a button: up to five around the current one, and the last where there are more
 * (specification, section 9).
 */
export function pageButtons(page: number, pages: number): { near: number[]; last: number | null } {
  const count = Math.min(pages, SEARCH_PAGE_BUTTONS);
  const middle = Math.floor(SEARCH_PAGE_BUTTONS / 2);
  const first = Math.min(Math.max(1, page - middle), Math.max(1, pages - count + 1));
  const near = Array.from({ length: count }, (_, index) => first + index);
  return { near, last: near.includes(pages) || pages === 0 ? null : pages };
}
