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

type Field = keyof typeof names;
const FIELDS = Object.keys(names) as Field[];

interface Property {
  /** What it says by its id or its name; empty of most. */
  fields: readonly Field[];
  /** Its value with its unit. */
  text: string;
}

/** What the properties of an item say of something; '' where none does. */
export type PropertyOf = (field: Field) => string;

/**
 * Reads what an item lists of itself: `{"@type": "PropertyValue", "name": "Dry Weight", "value": 7499, "unitText":
 * "lbs"}`. Its unit may stand in its name (`Length (ft)`) or with its value.
 */
export function propertiesOf(item: JsonObject): PropertyOf {
  const listed = [...listOf(item['identifier']), ...listOf(item['additionalProperty'])];
  const texts = new Map<Field, string>();
  for (const one of listed.slice(0, MAX_PROPERTIES)) {
    if (!isObject(one)) continue;
    const { fields, text } = propertyOf(one);
    for (const field of fields) if (!texts.has(field)) texts.set(field, text);
  }
  return (field) => texts.get(field) ?? '';
}

/** Most properties of one thing that are looked at. */
const MAX_PROPERTIES = 1_000;

/** Read once however many things list it: a page may offer one long list of properties thousands of times. */
const known = new WeakMap<JsonObject, Property>();

function propertyOf(node: JsonObject): Property {
  const before = known.get(node);
  if (before !== undefined) return before;
  const written = [said(node, 'propertyID'), said(node, 'name')].map(apart);
  const unit = written.find((name) => name.unit !== '')?.unit ?? '';
  const text = measure(first(node, 'value') ?? node);
  const read: Property = {
    fields:
      text === ''
        ? []
        : FIELDS.filter((field) => written.some(({ name }) => names[field].test(name))),
    text: unit !== '' && /\d$/.test(text) ? `${text} ${unit}` : text,
  };
  known.set(node, read);
  return read;
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
