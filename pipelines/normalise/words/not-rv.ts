/** Things RV dealers also sell, said in so many words; lower case. */
const THINGS = [
  // on the water
  'boats?|pontoons?|tri-?toons?|jon ?boats?|bow ?riders?|runabouts?|cuddy cabins?|center consoles?|outboards?|inboards?|i\\/o',
  'personal watercrafts?|pwc|jet ?skis?|wave ?runners?|yachts?|kayaks?|canoes?|sail ?boats?|wake ?boats?|bass boats?',
  // on two wheels, on four without a roof
  'motor ?cycles?|dirt ?bikes?|scooters?|mopeds?|e-?bikes?|atvs?|utvs?|side ?-?by ?-?sides?|sxs|snow ?mobiles?|go-?karts?|golf ?-?carts?',
  // trailers nobody sleeps in
  '(?:cargo|enclosed|utility|dump|flat ?-?bed|equipment|car|car ?-?hauler|horse|livestock|stock|landscap(?:e|ing)|concession|boat|snowmobile|motorcycle|atv|tilt|deck ?-?over|roll ?-?off|welding|office|vending|open|construction|race|hay|bike|tow dolly) trailers?',
  'car ?-?haulers?|auto ?haulers?|tow doll(?:y|ies)|\\d-? ?horse(?: slant)?|horse slant|slant load|place slant|bumper pull dump',
  // what people are driven in
  '(?:school|transit|shuttle|charter|passenger|party|city|tour|church|activity|commuter|limo(?:usine)?) bus(?:es)?|[1-9]\\d[- ]?passengers?',
  // cars, machines, parts
  'tractors?|mowers?|skid ?steers?|excavators?|sedans?|coupes?|hatchbacks?|suvs?|pick-?up trucks?|crew cab|quad cab|regular cab|pick-?ups?(?! camper)|(?:ram|silverado|sierra|f-?)? ?(?:1500|2500|3500|150|250|350) (?:pick-?up|crew)|box trucks?|dump trucks?',
  'tonneau(?: covers?)?|storage (?:sheds?|containers?|buildings?)|parts (?:&|and) accessories|camper shells?|truck (?:caps?|toppers?)|tiny (?:house|home)s?|mobile homes?|manufactured homes?',
];
const THING = new RegExp(`(?<![\\w-])(?:${THINGS.join('|')})(?![\\w-])`);

/**
 * What an RV may carry or be named after; taken out before looking for things: "motorcycle bay",
 * "boat rack", "fits a side by side", "car hauler" as a toy hauler's garage.
 */
const CARRIED =
  /\b(?:motor ?cycle|boat|kayak|bike|e-?bike|atv|utv|side ?-?by ?-?side|golf ?-?cart|cargo|horse|canoe)s? (?:bay|rack|rail|lift|loft|garage|carrier|hitch|ramp|mount|ready|friendly|storage|hauler|trailer hitch)s?\b|\b(?:fits|haul|hauls|carry|carries|tow|tows|room for|garage for|for your|with)\b(?: (?:a|an|your|two|2|the))? (?:motor ?cycle|boat|atv|utv|side ?-?by ?-?side|golf ?-?cart|kayak)s?\b|\bmobile homes? park\b/g;

/** What a feed's type field says of them in one word, which in a title may be of an RV: `Cargo`, `Utility`. */
const KIND =
  /^(?:cargo|enclosed|utility|dump|flat ?bed|equipment|livestock|horse|cars?|marine|power ?sports?|watercraft)$/;

/** A type field of lower case that is of something other than an RV. */
export const isOtherKind = (type: string): boolean => KIND.test(type) || namesOtherThing(type);

/** A trailer by the feet of its floor: `7x14 enclosed`, `8.5 x 20 cargo`. */
const BOX =
  /(?<![\w.])[4-8](?:\.5)?'? ?x ?\d\d?'? (?:enclosed|cargo|utility|dump|flat ?bed|landscape|equipment)\b/;

export const namesBox = (words: string): boolean => BOX.test(words);

/** What a van is that no RV was made of; a maker of RVs also says it of what it built on. */
export const namesPlainVan = (words: string): boolean =>
  /(?<![\w-])(?:cargo|passenger|work|box|step) vans?(?![\w-])/.test(words);

/** Words of lower case that name something other than an RV. */
export function namesOtherThing(words: string): boolean {
  return THING.test(words) && THING.test(words.replace(CARRIED, ' '));
}

const LEADING_WORDS =
  /^(?:\W*(?:(?:brand )?new|used|pre-?owned|certified|consignment|sold|(?:my ?)?(?:19|20)\d\d|(?:my ?)?\d\d(?=\W* [a-z]{2}))\b)*\W*/;

/** A title from its first word after condition and year on. */
export const afterConditionAndYear = (title: string): string => title.replace(LEADING_WORDS, '');
