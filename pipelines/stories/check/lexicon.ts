/** The words that claim something about a market. What is in none of these lists claims nothing. */

const ONES =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');

export const NUMBER_WORDS: ReadonlyMap<string, number> = new Map([
  ...ONES.map((word, value) => [word, value] as const),
  ...TENS.map((word, index) => [word, 20 + 10 * index] as const),
  ...(
    [
      ['hundred', 100], ['hundreds', 100], ['thousand', 1_000], ['thousands', 1_000],
      ['million', 1_000_000], ['millions', 1_000_000], ['billion', 1e9], ['dozen', 12], ['dozens', 12],
      ['half', 0.5], ['halves', 0.5], ['halved', 0.5], ['third', 1 / 3], ['thirds', 1 / 3], ['quarter', 0.25], ['quarters', 0.25],
      ['fourth', 0.25], ['fifth', 0.2], ['tenth', 0.1], ['first', 1], ['second', 2], ['once', 1], ['twice', 2], ['thrice', 3],
      ['double', 2], ['doubled', 2], ['doubling', 2], ['doubles', 2], ['triple', 3], ['tripled', 3],
      ['quadruple', 4], ['quadrupled', 4], ['single', 1], ['pair', 2], ['couple', 2], ['both', 2],
      ['decade', 10], ['decades', 10], ['century', 100], ['percent', 0.01], ['majority', 0.5], ['score', 20], ['several', 7],
    ] as const
  ),
]); // prettier-ignore

const UP =
  'rise rises rising rose risen raise raised raises raising climb climbs climbed climbing gain gains gained gaining grow grows grew grown growing growth increase increases increased increasing jump jumps jumped jumping surge surges surged surging soar soars soared soaring rocketed skyrocketed spiked spike swelled swell up upward upwards higher more greater bigger larger longer slower wider dearer costlier pricier above stronger hotter boom booming advance advanced advancing strengthen strengthened expanded expand widened widening lengthened improved improving improve better appreciated appreciate recovered recovering rebound rebounded uptick upswing inflated hiked outpaced exceed exceeded exceeds';
const DOWN =
  'fall falls fell fallen falling drop drops dropped dropping decline declines declined declining slip slips slipped slipping sink sinks sank sunk sinking lose loses lost losing shrink shrinks shrank shrunk shrinking decrease decreases decreased decreasing plunge plunged plunging plummet plummeted tumble tumbled tumbling slump slumped slid slide sliding crash crashed down downward downwards lower less fewer smaller shorter faster quicker narrower cheaper below beneath weaker cooler softer softened softening weaken weakened contracted contract narrowed narrowing shortened worse worsened worsening depreciated depreciate deflated ebbed dipped dip dips eased easing retreat retreated reduced reduce reduction dwindled trailed lag lagged lags downturn downtick';

export const DIRECTIONS: ReadonlyMap<string, 1 | -1> = new Map([
  ...UP.split(' ').map((word) => [word, 1] as const),
  ...DOWN.split(' ').map((word) => [word, -1] as const),
]);

/** Word → what it is the extreme of. */
export const SUPERLATIVES: ReadonlyMap<string, string> = new Map(
  (
    [
      ['dearest', 'high'], ['priciest', 'high'], ['costliest', 'high'], ['highest', 'high'], ['peak', 'high'], ['peaks', 'high'], ['top', 'high'], ['record', 'high'],
      ['most', 'high'], ['biggest', 'high'], ['largest', 'high'], ['greatest', 'high'], ['strongest', 'high'], ['best', 'high'], ['busiest', 'high'], ['longest', 'high'], ['slowest', 'high'], ['hottest', 'high'], ['widest', 'high'],
      ['cheapest', 'low'], ['lowest', 'low'], ['trough', 'low'], ['bottom', 'low'], ['least', 'low'], ['smallest', 'low'], ['weakest', 'low'], ['worst', 'low'], ['quietest', 'low'],
      ['shortest', 'low'], ['fastest', 'low'], ['quickest', 'low'], ['fewest', 'low'], ['narrowest', 'low'], ['softest', 'low'],
    ] as const
  ),
); // prettier-ignore

/** Before a number: it is then no longer that number, or one of another kind, as `grown to 14%`. */
export const QUALIFIERS: ReadonlySet<string> = new Set(
  'about after almost approximately around before beyond circa each every just merely nearly only over roughly some than to under until virtually well within'.split(
    ' ',
  ),
);

/** Plain words that a sentence or a label may begin with, whatever it is about. */
export const OPENINGS: ReadonlySet<string> = new Set(
  'a all also among and asking at behind being between busiest but buyers buying by cheapest compared counted cuts dearest each fewer for from half here how if in interest it its less like likely listings look median model month monthly more most new no of on only or other others over paid people price prices quietest registered registrations searches sellers selling share since standing supply that the there these they this those time to units used visits waiting when where what while who with you your'.split(
    ' ',
  ),
);

export const NEGATIONS: ReadonlySet<string> = new Set(
  'not no never none nobody nothing neither nor hardly barely scarcely without cannot failed fails unlikely despite unless'.split(
    ' ',
  ),
);

/** Between a negation and what it denies. */
export const BESIDE_NEGATION: ReadonlySet<string> = new Set(
  'a an the any have has had having be been being is are was were do does did can could will would may might must it its they them this that these those to'.split(
    ' ',
  ),
);

/** Who acts, and what asking does: these may not change over. */
export const SIDES: ReadonlyMap<string, 'buy' | 'sell' | 'ask'> = new Map([
  ...['buy', 'buys', 'buyer', 'buyers', 'buying', 'bought'].map((word) => [word, 'buy'] as const),
  ...['sell', 'sells', 'seller', 'sellers', 'selling', 'sold'].map(
    (word) => [word, 'sell'] as const,
  ),
  ...['ask', 'asks', 'asked', 'asking'].map((word) => [word, 'ask'] as const),
]);

/** Without these a sentence says more than it did. */
export const LIMITING: ReadonlySet<string> = new Set(
  'alone average could enough far likely mean median might may most new often only other others poor possibly probably seldom should some sometimes used usually'.split(
    ' ',
  ),
);

/**
 * Words that a proposed wording may bring though its text does not: they claim nothing by themselves, or,
 * as a direction or a side, something that is held against the text. None of a cause, a time, a quantity, or
 * of whom or what else it is so.
 */
export const PLAIN_WORDS: ReadonlySet<string> = new Set(
  [
    'a an the this that these those it its they them their there here you your who whom whose which what how where when while if',
    'of in on at by for from to towards into with within against among around as behind between over through than since compared like alike',
    'is are was were be been being has have had having do does did and or but also too not no cannot',
    'ask asks asked asking buy buyer buyers sell seller sellers price prices percent want wants',
    'compare compares comparing change changed changes changing look looks looked looking rest rests rested see sees seen show shows shown stand stands standing stood bargain',
    'go goes going went gone come comes came well own',
    'rise risen rising rose climb climbed climbing gain gained gaining grew grown up more higher above increase increased',
    'fall fallen falling fell drop dropped slip slipped slipping decline declined down less fewer lower below decrease decreased',
  ].flatMap((line) => line.split(' ')),
);
