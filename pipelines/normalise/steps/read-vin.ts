import { checkVin } from '#domain/names/vin.ts';
import { ok, type Outcome } from '../../outcome.ts';
import { remark, type Received } from '../draft.ts';
import type { WithTexts } from './read-texts.ts';
import type { WithName } from './resolve-name.ts';

export interface WithVin {
  /** Seventeen characters, upper case, or ''. */
  readonly vin: string;
  /** Its check digit is right: only then it identifies. */
  readonly vinValid: boolean;
}

/** Whether a VIN's maker is known to build a make: `createVinEvidence(catalogue)` of the domain. */
export type CheckMaker = (vin: string, makeId: string) => 'agrees' | 'disagrees' | 'silent';

/**
 * The VIN without blanks and what stands around it (`VIN: …`, a spreadsheet's apostrophe), in upper case; what has
 * not a VIN's form is left out. Its maker is evidence only: where it disagrees with the name, that is remarked, and
 * the name stands.
 */
export function createReadVinStep(checkMaker: CheckMaker) {
  return function readVin<T extends Received & WithTexts & WithName>(
    input: T,
  ): Outcome<T & WithVin> {
    const written = input.texts.fields.vin
      .replace(/^(?:vin)?\W*(?=\w{17})/i, '')
      .replace(/\W+$/, '');
    if (written === '') return ok({ ...input, vin: '', vinValid: false });
    const checked = checkVin(written) ?? misreadVin(written);
    if (checked === null || !ENDS_IN_DIGITS.test(checked.vin)) {
      const remarks = remark(input.remarks, 'vin:malformed');
      return ok({ ...input, vin: '', vinValid: false, remarks });
    }
    const { vin, valid } = checked;
    const isOfAnother = valid && checkMaker(vin, input.name.makeId) === 'disagrees';
    const notes = [
      ...(valid ? [] : ['vin:check_digit']),
      ...(isOfAnother ? ['vin:of_another_maker'] : []),
    ];
    return ok({ ...input, vin, vinValid: valid, remarks: remark(input.remarks, ...notes) });
  };
}

/** 49 CFR 565.15(d): the last four are digits. "FRESHWATERSTARTUP" has seventeen letters too. */
const ENDS_IN_DIGITS = /\d{4}$/;

/** No VIN has O, Q or I: typed for 0 and 1, if the check digit then comes out right. */
function misreadVin(written: string): { vin: string; valid: boolean } | null {
  const mended = checkVin(written.replace(/[oq]/gi, '0').replace(/i/gi, '1'));
  return mended?.valid === true ? mended : null;
}
