import { describe, expect, test } from 'vitest';
import type { ListingFields } from '#schemas/events/raw-listing.ts';
import { MONTANA, sightingOf } from '../testing/listing.ts';

function whereOf(fields: ListingFields): string {
  const { city, state, zip, region } = sightingOf({ ...MONTANA, currency: 'USD', ...fields });
  return [city, state, zip, region].join('|');
}

describe('a location text', () => {
  test.each([
    ['Bakersfield CA', 'Bakersfield|CA||West'],
    ['Everett, WA', 'Everett|WA||West'],
    ['Portland, OR 97201', 'Portland|OR|97201|West'],
    ['Portland, OR 97201-1234', 'Portland|OR|97201|West'],
    ['PUYALLUP, WA', 'Puyallup|WA||West'],
    ['boise, id', 'Boise|ID||West'],
    ['Burlington, Vermont', 'Burlington|VT||Northeast'],
    ['Connecticut', '|CT||Northeast'],
    ['West Virginia', '|WV||South'],
    ['83646', 'Meridian|ID|83646|West'],
    ['100 E Example AveLiberty Lake, WA 99019', 'Liberty Lake|WA|99019|West'],
    ['SALES LOCATION 200 Example St E, Fife,WA, 98424', 'Fife|WA|98424|West'],
    ['Lakeside RV of Buford - Buford, GA', 'Buford|GA||South'],
    ['Buckley, WA (360) 555-0150 GET DIRECTIONS', 'Buckley|WA||West'],
    ['Mt. Vernon, WA', 'Mount Vernon|WA||West'],
    ['Fife, WA 400 Example Hwy EFife, WA 98424(253) 555-6744', 'Fife|WA|98424|West'],
    ['Map & Hours', '|||'],
    ['WASHINGTON’S #1 TOWABLE DEALER! Search RVs', '|||'],
    ['Call me or come in', '|||'],
    ['Kelowna, BC V1X 4J5', '|||Canada'],
    ['Calgary, Alberta', '|||Canada'],
    ['Kelowna, B.C.', '|||Canada'],
    ['Toronto, Ont.', '|||Canada'],
    ['Wakarusa, Ind.', 'Wakarusa|IN||Midwest'],
    ['Quartzsite, Ariz. 85346', 'Quartzsite|AZ|85346|West'],
    ['Charlotte, N.C.', 'Charlotte|NC||South'],
    ['Fargo, N. Dak.', 'Fargo|ND||Midwest'],
    ['Boise ID, USA', 'Boise|ID||West'],
    ['Boise, ID 83702, United States', 'Boise|ID|83702|West'],
    ['ID - Boise', 'Boise|ID||West'],
    ['FL | Tampa', 'Tampa|FL||South'],
    ['AZ: Mesa', 'Mesa|AZ||West'],
    ['Idaho - Boise', 'Boise|ID||West'],
    ['Boise ID83702', 'Boise|ID|83702|West'],
    ['WA - FIFE', 'Fife|WA||West'],
    ['TX | Denton Crossing', 'Denton Crossing|TX||South'],
    // What is offered, or by whom, is no city.
    ['CA - Class A Motorhome', '|CA||West'],
    ['TX - Private Seller', '|TX||South'],
    ['AZ | Travel Trailers', '|AZ||West'],
    // A code that is also a word names a state behind a city of it.
    ['boise id', 'Boise|ID||West'],
    ['Elkhart In', 'Elkhart|IN||Midwest'],
    ['Come in', '|||'],
    ['TX - New Braunfels', 'New Braunfels|TX||South'],
    ['near Fife, WA', 'Fife|WA||West'],
    ['Located in Mesa AZ', 'Mesa|AZ||West'],
    ['TAMPA-FL', 'Tampa|FL||South'],
    ['Tampa - FL', 'Tampa|FL||South'],
    ['Winston-Salem - NC 27101', 'Winston-Salem|NC|27101|South'],
    ['Main Lot - Tampa - FL', 'Tampa|FL||South'],
    ['Tampa (33602)', 'Tampa|FL|33602|South'],
    ['Airstream of Maine', '|ME||Northeast'],
    ['ALL-IN', '|||'],
    ['IN - STOCK', '|||'],
    ['OR - Best Offer', '|||'],
    ['Near, WA', 'Near|WA||West'],
    ['OK: see Boise', '|||'],
    ['Joe’s RV Wash', '|||'],
  ])('%s', (location, where) => {
    expect(whereOf({ location })).toBe(where);
  });
});

describe('place fields', () => {
  test.each<[ListingFields, string]>([
    [{ state: 'Fla.' }, '|FL||South'],
    [{ state: 'N.C.' }, '|NC||South'],
    [{ state: 'N. Carolina' }, '|NC||South'],
    [{ state: 'Fl.' }, '|FL||South'],
    [{ state: 'US-TX' }, '|TX||South'],
    [{ state: 'TX, USA' }, '|TX||South'],
    [{ state: 'Ont.' }, '|||Canada'],
    [{ state: 'B.C.' }, '|||Canada'],
    // As spreadsheets keep a leading zero.
    [{ state: 'MA', zip: "'02134" }, 'Allston|MA|02134|Northeast'],
    // A city that is called like a state
    [{ city: 'Washington', state: 'DC', zip: '20427' }, 'Washington|DC|20427|South'],
    [{ city: 'Washington', zip: '20427' }, 'Washington|DC|20427|South'],
    [{ city: 'Washington DC', zip: '20427' }, 'Washington|DC|20427|South'],
    [{ city: 'Washington, D.C.', state: 'DC' }, 'Washington|DC||South'],
    [{ location: 'Washington', state: 'DC' }, 'Washington|DC||South'],
    [{ city: 'Nevada', state: 'MO' }, 'Nevada|MO||Midwest'],
    [{ city: 'Oregon', state: 'OH', zip: '43616' }, 'Oregon|OH|43616|Midwest'],
    [{ city: 'New York', state: 'NY' }, 'New York|NY||Northeast'],
    [{ city: 'Washington', state: 'WA' }, '|WA||West'],
    [{ location: 'Washington', state: 'ID' }, '|WA||West'],
    [{ city: 'Boise', state: 'Idaho', zip: '83704' }, 'Boise|ID|83704|West'],
    [{ zip: '83704' }, 'Boise|ID|83704|West'],
    [{ zip: '2139', state: 'MA' }, 'Cambridge|MA|02139|Northeast'],
    [{ zip: '00000' }, '|||'],
    [{ location: 'Vancouver', state: 'WA' }, 'Vancouver|WA||West'],
    [{ state: 'BC' }, '|||Canada'],
  ])('%o', (fields, where) => {
    expect(whereOf(fields)).toBe(where);
  });

  test('a location with its own state comes before the state field', () => {
    expect(sightingOf({ ...MONTANA, location: 'Spokane, WA', state: 'ID' })).toMatchObject({
      state: 'WA',
      remarks: ['place:state_field_says_another'],
    });
  });

  test('a ZIP of another state is left out', () => {
    expect(sightingOf({ ...MONTANA, city: 'Boise', state: 'ID', zip: '97201' })).toMatchObject({
      city: 'Boise',
      state: 'ID',
      zip: '',
      remarks: ['place:zip_in_another_state'],
    });
  });
});
