import type { Listing } from '#schemas/api/listings.ts';
import type { FindListings, ListingNow } from '#api/resources/saved-rvs.ts';

/** What the market shows now, as a test changes it. */
export function shownMarket() {
  const market = new Map<string, ListingNow>();
  const findListings: FindListings = async (ids) =>
    new Map([...market].filter(([id]) => ids.includes(id)));
  const show = (id: string, price: number | null, onMarket = true): void => {
    const listing: Listing = {
      id,
      listPrice: price === null ? null : String(price),
      priceState: price === null ? 'hidden' : 'listed',
      location: 'Boise, ID',
      condition: 'used',
      images: [],
      make: { id: 'jayco', name: 'Jayco' },
      type: { id: 'fifth-wheel', name: 'Fifth Wheel', category: 'towable' },
      model: { name: 'Eagle', year: 2019, msrp: null, length: null, weight: null, features: [] },
      floorplan: '',
      dealer: 'A dealer',
      url: 'https://dealer.example/1',
      firstSeen: '2026-11-01T00:00:00.000Z',
      lastSeen: '2026-11-20T00:00:00.000Z',
    };
    market.set(id, { listing, onMarket });
  };
  return { market, findListings, show };
}
