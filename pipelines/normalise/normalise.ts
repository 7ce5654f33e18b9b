import type { RawListing } from '#schemas/events/raw-listing.ts';
import type { Sighting } from '#schemas/facts.ts';
import type { Outcome } from '../outcome.ts';
import { begin } from './chain.ts';
import type { LogPosition, Received } from './draft.ts';
import { dropDealerTitle } from './steps/drop-dealer-title.ts';
import { dropNotRv } from './steps/drop-not-rv.ts';
import { readCondition } from './steps/read-condition.ts';
import { readDates } from './steps/read-dates.ts';
import { readDealer } from './steps/read-dealer.ts';
import { readEngine } from './steps/read-engine.ts';
import { readMileage } from './steps/read-mileage.ts';
import { readMsrp } from './steps/read-msrp.ts';
import { readWhere } from './steps/read-where.ts';
import { readPrice } from './steps/read-price.ts';
import { readSize } from './steps/read-size.ts';
import { readTexts } from './steps/read-texts.ts';
import { readType } from './steps/read-type.ts';
import { createReadVinStep, type CheckMaker } from './steps/read-vin.ts';
import { readYear } from './steps/read-year.ts';
import { refusePages } from './steps/refuse-pages.ts';
import { settleTwoVehicles } from './steps/settle-two-vehicles.ts';
import { createResolveNameStep, type NameResolver } from './steps/resolve-name.ts';
import { toSighting } from './to-sighting.ts';

/** Counted up with every change of what comes out: the newer version of a fact replaces the older. */
export const NORMALISER_VERSION = 29;

/** A raw listing as the sighting it means, or why it means none. Pure: the same in, the same out, nothing thrown. */
export type Normaliser = (raw: RawListing, position: LogPosition) => Outcome<Sighting>;

export interface NormaliserDeps {
  resolver: NameResolver;
  /** Without it a VIN's maker is evidence of nothing. */
  checkMaker?: CheckMaker;
  /** What its facts are marked with: the code's, where the resolver knows no more than the catalogue. */
  version?: number;
}

export function createNormaliser(deps: NormaliserDeps): Normaliser {
  const { version = NORMALISER_VERSION } = deps;
  const steps = begin<Received>()
    .step(readTexts)
    .step(dropDealerTitle)
    .step(settleTwoVehicles)
    .step(refusePages)
    .step(createResolveNameStep(deps.resolver))
    .step(readSize)
    .step(readType)
    .step(dropNotRv)
    .step(createReadVinStep(deps.checkMaker ?? (() => 'silent')))
    .step(readYear)
    .step(readCondition)
    .step(readWhere)
    .step(readPrice)
    .step(readMsrp)
    .step(readMileage)
    .step(readEngine)
    .step(readDealer)
    .step(readDates);

  return function normalise(raw, position) {
    const observedYear = Number(raw.observedAt.slice(0, 4));
    const outcome = steps.run({ raw, position, observedYear, remarks: [] });
    if (outcome.kind !== 'ok') return outcome;
    return { kind: 'ok', value: toSighting(outcome.value, version) };
  };
}
