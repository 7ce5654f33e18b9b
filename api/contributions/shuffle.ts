/**
 * The items in an order of chance, each order as likely as any other (Fisher and Yates).
 * @param random a whole number from 0 to below the bound
 */
export function shuffled<T>(items: readonly T[], random: (below: number) => number): T[] {
  const order = [...items];
  for (let last = order.length - 1; last > 0; last -= 1) {
    const other = random(last + 1);
    [order[last], order[other]] = [order[other] as T, order[last] as T];
  }
  return order;
}
