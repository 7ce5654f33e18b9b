import { describe, expect, it } from 'vitest';
import { staffRights } from './staff.ts';

const verified = { email: 'Ada@example.com', emailVerifiedAt: new Date(0) };
const unverified = { ...verified, emailVerifiedAt: null };

describe('the rights of staff', () => {
  it('are for whoever is signed in where nobody is named; in production the controls are not', () => {
    for (const person of [verified, unverified]) {
      const here = staffRights([], false);
      expect([here.isStaff(person), here.mayControl(person)]).toEqual([true, true]);
      const inProduction = staffRights([], true);
      expect([inProduction.isStaff(person), inProduction.mayControl(person)]).toEqual([
        true,
        false,
      ]);
    }
  });

  it.each([true, false])(
    'are for verified people who are named (in production: %s)',
    (production) => {
      const { isStaff, mayControl } = staffRights(['ada@example.com'], production);
      expect([isStaff(verified), mayControl(verified)]).toEqual([true, true]);
      expect([isStaff(unverified), mayControl(unverified)]).toEqual([false, false]);
      const other = { ...verified, email: 'bob@example.com' };
      expect([isStaff(other), mayControl(other)]).toEqual([false, false]);
    },
  );
});
