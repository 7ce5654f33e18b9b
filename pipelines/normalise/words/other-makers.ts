/**
 * Makers of what RV dealers also sell, by trade, lower case. A maker listed as sure builds no RV and
 * shares its name with none: `other-makers.test.ts` holds the list against the catalogue. A namesake's
 * name is also an RV's ("Nitro", "Tahoe", "Centurion"): it counts only where the name means nothing else.
 */
const SURE = `
  alumacraft, alumaweld, avalon pontoons, axis wake, barletta, barletta boats, bass cat, bayliner, bennington, bentley pontoons,
  berkshire pontoons, boston whaler, campion, carolina skiff, chaparral boats, charger boats, checkmate,
  chris-craft, chris craft, cobalt boats, cobia, contender boats, crest pontoons, crestliner, crownline, cypress cay, doral boats,
  duckworth, excel boats, fish rite, fish-rite, four winns, g3 boats, glasply, glastron, godfrey pontoons, grady-white,
  grady white, harris pontoons, harris flotebote, hewescraft, hewes craft, heyday, hmmd, hurricane boats, jetcraft, kencraft,
  kingfisher boats, klamath boats, larson boats, legend boats, lowe, lowe boats, lund, mako boats, malibu boats, manitou, mastercraft,
  maxum, mb sports, mirro craft, mirrocraft, mirror craft, misty harbor, monterey boats, moomba, nautique, correct craft,
  nitro boats, north river boats, northwest boats, parker boats, phoenix boats, polar kraft, premier pontoons, princecraft,
  ranger boats, regal boats, reinell, rinker, robalo, sanpan, scarab boats, scout boats, sea fox, sea hunt, sea pro, sea ray,
  searay, sea swirl, seaswirl, sea-swirl, skeeter boats, ski nautique, smoker craft, smoker-craft, smokercraft, smokecraft,
  starcraft marine, starcraft boats, starcraft storm, starcraft delta, starcraft ski champ, starcraft svx, starcraft fishmaster,
  starcraft patriot, starcraft sls, starcraft ex, starcraft lx, starcraft cx, starcraft mx, starcraft sv, starweld, stingray boats,
  stratos boats, sun tracker, suncatcher, sunchaser, sun chaser, sundance boats, supreme boats, sweetwater pontoons, sylvan,
  tahoe boats, thunder jet, tidewater boats, tige, tracker boats, tracker marine, tracker pro, tracker grizzly, tracker targa, tracker classic, tracker bass, triton boats, vexus, viaggio, war eagle boats,
  weldcraft, wellcraft, wooldridge, world cat, yar-craft, yarcraft,

  arctic cat, aprilia, bintelli, can-am, can am, canam, cfmoto, cf moto, club car, cub cadet, denago, ducati, e-z-go, ez-go, ezgo,
  evolution electric, gas gas, gasgas, harley-davidson, harley davidson, harley, hisun, husqvarna, icon ev, indian motorcycle,
  indian motorcycles, kawasaki, ktm, kubota, kymco, john deere, massimo motor, moto guzzi, polaris, royal enfield, sea-doo,
  sea doo, seadoo, ski-doo, ski doo, skidoo, ssr motorsports, suzuki, triumph motorcycles, vanderhall, vespa, yamaha,

  american hauler, ameritrac, b-wise, bwise, big bubba, big tex, bri-mar, cargo craft, cargo mate, cargo pro, cargopro,
  carmate, car mate, carry-on trailer, carry-on trailers, charmac, cherokee trailers, continental cargo, delco trailers, diamond c, diamond cargo,
  doolittle trailers, double d, down 2 earth, down to earth, east texas, exiss, ez dumper, ez loader, ezloader, forest river cargo, formula trailers, freedom trailers, gatormade, h&h trailers, haulmark, hawk trailers, homesteader,
  horizon trailers, impact trailers, innovative trailers, interstate cargo, interstate 1, iron bull, ironbull, karavan, kaufman trailers,
  load rite, load runner, load trail, loadmax, logan coach, look trailers, maxey, maxxd, midsota, mirage trailers, mission trailers,
  nexhaul, norstar, p&t trailers, pace american, pequea, pj trailers, quality cargo, rc trailers, rock solid cargo, royal cargo,
  salvation trailers, shorelandr, shoreland'r, shore land'r, snake river trailers, southland trailers, spartan cargo, steel work, summit trailers,
  sure-trac, sure trac, suretrac, texas pride, titan trailers, tnt trailers, top hat trailers, trails west, travalum, triton trailers,
  united trailers, us cargo, u.s. cargo, victory trailers, wells cargo, wells-cargo, xtreme cargo,

  blue bird all american, blue bird conventional, blue bird csre, blue bird cv200, blue bird micro bird, blue bird mini bird, blue bird ta3000,
  blue bird tc, blue bird tc1000, blue bird tc2000, blue bird tc/2000, blue bird tc/1000, blue bird vision, bluebird all american, bluebird conventional,
  bluebird micro bird, bluebird mini bird, bluebird tc, bluebird tc2000, bluebird tc/2000, bluebird vision, champion bus, collins bus,
  eldorado national, gillig, glaval, glaval bus, goshen coach, ic bus, startrans, starcraft allstar, starcraft bus, thomas built, thomas buses,
  turtle top, van hool,

  acura, alfa romeo, audi, bmw, buick, cadillac, chrysler, fiat, honda, hyundai, infiniti, jaguar, jeep, kia, land rover, lexus,
  maserati, mazda, mitsubishi, nissan, plymouth, pontiac, porsche, rivian, saab, saturn, subaru, tesla, volvo`;

const NAMESAKES = `
  atx, avalon, carver, centurion, chaparral, cobalt, contender, crest, fisher, g3, harris, klamath, larson, mako, malibu, mariah, nitro, north river,
  ranger, regal, river hawk, scarab, skeeter, smoker, stratos, striper, supra, supreme, sweetwater, tahoe, tracker, triton, veranda,
  war eagle, zodiac, bobcat, columbia, evolution, massimo, segway, slingshot, triumph,
  aluma, bloomer, carry-on, cimarron, eby, gator, hart, lakota, lamar, look, mirage, mission, neo, pj, pace, sundowner,
  united, victory, dodge, genesis, hummer, lincoln, mercury`;

/** They build buses: what is called no more than a bus seats passengers, though one may have been made an RV. */
const BUSES =
  'blue bird, bluebird, collins, ic, international, mci, motor coach industries, setra, temsa, thomas';

/** They build pickups, vans and chassis: an RV only where something says so. */
const VEHICLES = 'chevrolet, chevy, dodge, ford, gmc, ram, toyota, volkswagen, vw';
/** What they build for an RV dealer's lot is a motorhome's chassis. */
const CHASSIS_ONLY =
  'freightliner, international, isuzu, kenworth, mack, mercedes, mercedes-benz, peterbilt, workhorse';

const namesOf = (list: string): ReadonlySet<string> =>
  new Set(list.split(',').map((name) => name.trim()));
export const SURE_OTHER_MAKERS = namesOf(SURE);
const NAMESAKE_MAKERS = namesOf(NAMESAKES);
const VEHICLE_MAKERS = namesOf(VEHICLES);
const BUS_MAKERS = namesOf(BUSES);
const CHASSIS_MAKERS = namesOf(CHASSIS_ONLY);

/** The name begins with a maker that never built an RV. */
export const isOtherMaker = (name: string): boolean => beginsWithOneOf(SURE_OTHER_MAKERS, name);

/** The name begins with such a maker's name that is also an RV's. */
export const isNamesake = (name: string): boolean => beginsWithOneOf(NAMESAKE_MAKERS, name);

/** The name begins with a maker of pickups and vans. */
export const isVehicleMaker = (name: string): boolean => beginsWithOneOf(VEHICLE_MAKERS, name);

/** The name begins with a maker of buses, and is not the one RV that they built, nor a model of it. */
export const isBusMaker = (name: string): boolean =>
  beginsWithOneOf(BUS_MAKERS, name) && !WANDERLODGE.test(name);

const WANDERLODGE = /\bwander ?lodge\b|\blxi?\b|\bbmc\b|\bm ?-?(?:380|450)\b/;

/** What motorhomes are built on: such a name may be a motorhome's whose builder is not named. */
export const namesChassis = (name: string): boolean =>
  beginsWithOneOf(CHASSIS_MAKERS, name) || CHASSIS_MODEL.test(name);

const CHASSIS_MODEL =
  /\b(?:sprinter|transit|pro ?master|express|savana|econoline|e-?series|e-?[345]50|f-?(?:53|[56]\d0)|[45]\d00|xcr?|xc|m2|dolphin|sunrader|cutaway|chassis|van|metris)\b/;

const LONGEST_NAME = 4;

function beginsWithOneOf(names: ReadonlySet<string>, text: string): boolean {
  const words = text.split(' ', LONGEST_NAME);
  for (let count = words.length; count > 0; count--)
    if (names.has(words.slice(0, count).join(' '))) return true;
  return false;
}
