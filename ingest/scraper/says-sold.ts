const SOLD = [
  /\b(?:has been|is|was|already) sold\b(?! by)|^sold\b(?! by)|\bno longer available\b/i,
  /[-–—|(*[]\s*sold\s*(?:[-–—|)*\]!]|$)/i,
  /\bSOLD$/,
];

/** Whether a page's title says that what was offered there is not any more. */
export const saysSold = (title: string): boolean => SOLD.some((sold) => sold.test(title.trim()));
