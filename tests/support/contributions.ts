let purchases = 0;

/** The contribution form as somebody fills it in; each purchase is another one. */
export const purchaseForm = (over: object = {}) => ({
  make: 'Jayco',
  model: 'Eagle 317RLOK',
  year: 2021,
  rvType: 'Fifth Wheel',
  purchasePrice: 47_500 + (purchases += 1),
  purchaseDate: '2024-10-03',
  purchaseType: 'dealer',
  location: 'Boise, ID 83702',
  condition: 'used',
  mileage: 1_200,
  listPrice: 52_000,
  financingRate: 7.25,
  dealerName: 'The Dealer Round The Corner',
  negotiationNotes: 'They wanted to be done by Friday.',
  ...over,
});
