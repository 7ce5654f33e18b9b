import { isObject, listOf, type JsonObject } from './json.ts';
import { first, measure, said } from './node-texts.ts';
import { plainName } from './schema-names.ts';

/** What pages call the properties they list with a name and a value: in lower case, its words apart. */
const names = {
  year: /^(?:model )?year$/,
  make: /^make$/,
  model: /^model$/,
  floorplan: /^floor ?plan$/,
  type: /^(?:(?:rv|unit|vehicle|body) )?(?:type|class)$/,
  condition: /^condition$/,
  msrp: /^m\.?s\.?r\.?p\.?$/,
  mileage: /^(?:mileage|odometer(?: reading)?|miles)$/,
  weight: /^(?:(?:dry|unloaded|unladen|base|curb|shipping) )?weight$/,
  grossWeight: /^(?:gross (?:vehicle )?weight(?: rating)?|gvwr?)$/,
  length: /^(?:(?:overall|exterior|total) )?length$/,
  sleeps: /^(?:sleeps|sleeping capacity)$/,
  slides: /^(?:number of )?slide ?(?:s|outs?)$/,
  fuel: /^fuel(?: type)?$/,
  horsepower: /^horse ?power$/,
  vin: /^(?:vin|vehicle identification number)$/,
  stockNumber: /^stock ?(?:#|no\.?|num|number|id)?$/,
} as const;

interface Property {
  /** By its id, by its name. */
  called: readonly string[];
  /** Its value with its unit. */
  text: string;
}

/** What the properties of an item say of something; '' where none does. */
export type PropertyOf = (wanted: keyof typeof names) => string;

/**
 * Reads what an item lists of itself: `{"@type": "PropertyValue", "name": "Dry Weight", "value": 7499, "unitText":
 * "lbs"}`. Its unit may stand in its name (`Length (ft)`) or with its value.
 */
export function propertiesOf(item: JsonObject): PropertyOf {
  const listed: Property[] = [...listOf(item['identifier']), ...listOf(item['additionalProperty'])]
    .filter(isObject)
    .map((one) => {
      const written = [said(one, 'propertyID'), said(one, 'name')].map(apart);
      const unit = written.find((name) => name.unit !== '')?.unit ?? '';
      const text = measure(first(one, 'value') ?? one);
      return {
        called: written.map(({ name }) => name),
        text: unit !== '' && /\d$/.test(text) ? `${text} ${unit}` : text,
      };
    })
    .filter(({ text }) => text !== '');
  return (wanted) =>
    listed.find(({ called }) => called.some((name) => names[wanted].test(name)))?.text ?? '';
}

/** Longer is no name. */
const MAX_NAME = 100;

/** `stockNumber`, `Stock_Number` and `Stock Number:` are `stock number`; of `Length (ft)` the unit is `ft`. */
function apart(written: string): { name: string; unit: string } {
  const text = plainName(written).slice(0, MAX_NAME).replace(/:$/, '');
  const unit = /\(([^()]*)\)$/.exec(text);
  const name = unit === null ? text : text.slice(0, unit.index);
  const words = name.replaceAll(/(?<=[a-z])(?=[A-Z])|[\s_-]+/g, ' ').trim();
  return { name: words.toLowerCase(), unit: unit?.[1]?.trim() ?? '' };
}
