/** What is read for a mark that it is sold. */
interface Marked {
  readonly status: string;
  readonly title: string;
  readonly price: string;
}

/** `Sold`, `https://schema.org/SoldOut`; not `Sale Pending`. */
const SOLD = /^(?:https?:\/\/schema\.org\/)?sold(?: ?out)?\W*$/i;
/** `SOLD 2021 …`, `**SOLD** …`, `Sold! Used 2021 …`; not `Sold by us: …`. */
const BEFORE =
  /^\W*sold(?:\W*[!*)\]:]|(?:\W+(?:(?:brand )?new|used|pre-?owned))?\W+(?:19|20)\d\d\b)/i;
/** `… (Sold)`, `… - Sold!`; not `…, never sold`. */
const BEHIND = /(?:\s[-–—]|[:*([|!])\s*sold\W*$/i;
/** `… SOLD`, in capitals and without a word before it that denies it. */
const BEHIND_IN_CAPITALS = /(?<!\b(?:BE|NOT|NEVER|GETS?|UNTIL|IF|WHEN|NOR)\s+)\bSOLD\W*$/;

/** Whether a listing says that it is sold: by its status, by a mark in its title, or where its price should stand. */
export function isSold({ status, title, price }: Marked): boolean {
  return (
    SOLD.test(status) ||
    SOLD.test(price) ||
    BEFORE.test(title) ||
    BEHIND.test(title) ||
    BEHIND_IN_CAPITALS.test(title)
  );
}
