import { describe, expect, it } from 'vitest';
import type { RvTypeId } from '#schemas/vocabulary.ts';
import { AliasDecisions, ofName, ofType, type AliasDecision } from './alias-decisions.ts';

const decision = (
  alias: string,
  lineId: string,
  said: AliasDecision['decision'] = 'accepted',
  makeId = 'keystone',
): AliasDecision =>
  ofName({ alias, makeId, lineId, decision: said, at: '2026-11-21T06:00:00.000Z' });
const ofKind = (
  alias: string,
  type: RvTypeId,
  said: AliasDecision['decision'] = 'accepted',
): AliasDecision => ofType({ alias, type, decision: said, at: '2026-11-21T06:00:00.000Z' });

function decided(...all: AliasDecision[]) {
  const decisions = new AliasDecisions();
  const changed = all.map((one) => decisions.apply(one));
  return { decisions, changed };
}

describe('decisions on aliases', () => {
  it('accept a spelling once, however often it is said and written', () => {
    const { decisions, changed } = decided(
      decision('Montanna', 'keystone/montana'),
      decision('MONTANNA', 'keystone/montana'),
      decision('montanna', 'keystone/montana'),
    );
    expect(changed).toEqual([true, false, false]);
    expect(decisions.changes).toBe(1);
    expect(decisions.accepted).toMatchObject([
      { alias: 'Montanna', makeId: 'keystone', lineId: 'keystone/montana' },
    ]);
    expect(decisions.all).toHaveLength(1);
  });

  it('change nothing by refusing what was not accepted, and take back what was', () => {
    const { decisions, changed } = decided(
      decision('montanna', 'keystone/montana', 'refused'),
      decision('montanna', 'keystone/montana'),
      decision('montanna', 'keystone/montana', 'refused'),
    );
    expect(changed).toEqual([false, true, true]);
    expect(decisions.accepted).toEqual([]);
    expect(decisions.changes).toBe(2);
    expect(decisions.of('Montanna', decision('', 'keystone/montana'))).toBe('refused');
  });

  it('give a spelling one meaning of a make and one of its line: the last that was accepted', () => {
    const { decisions } = decided(
      decision('cougr', 'keystone/cougar'),
      decision('cougr', 'keystone/montana'),
      decision('cougr', '', 'accepted', 'jayco'),
      decision('cougr', '', 'accepted', 'keystone'),
      // Of one that means something else by now.
      decision('cougr', '', 'refused', 'jayco'),
    );
    expect(decisions.accepted).toEqual([
      { alias: 'cougr', makeId: 'keystone', lineId: '' },
      { alias: 'cougr', makeId: 'keystone', lineId: 'keystone/montana' },
    ]);
    expect(decisions.changes).toBe(4);
    expect(decisions.registrationChanges).toBe(2);
    expect(decisions.all[0]).toMatchObject({ makeId: 'jayco', decision: 'refused' });
  });

  it('forget an accepted meaning that another takes the place of', () => {
    const { decisions } = decided(
      decision('zzyzzx', '', 'accepted', 'jayco'),
      decision('Zzyzzx', '', 'accepted', 'winnebago'),
    );
    expect(decisions.all).toMatchObject([{ makeId: 'winnebago', decision: 'accepted' }]);
    expect(decisions.of('zzyzzx', decision('', '', 'accepted', 'jayco'))).toBeUndefined();

    decisions.apply(decision('zzyzzx', '', 'refused', 'winnebago'));
    expect(decisions.accepted).toEqual([]);
    expect(decisions.all).toMatchObject([{ makeId: 'winnebago', decision: 'refused' }]);
    expect(decisions.of('zzyzzx', decision('', '', 'accepted', 'jayco'))).toBeUndefined();
  });

  it('give a spelling one meaning among types, whatever it means among makes', () => {
    const { decisions, changed } = decided(
      ofKind('Travle Trlr', 'fifth-wheel'),
      decision('travle trlr', '', 'accepted', 'jayco'),
      ofKind('TRAVLE-TRLR', 'travel-trailer'),
      ofKind('travle trlr', 'fifth-wheel', 'refused'),
    );
    expect(changed).toEqual([true, true, true, false]);
    expect(decisions.typeOf('travle trlr')).toBe('travel-trailer');
    expect(decisions.typeOf('anything')).toBe('');
    expect(decisions.accepted).toEqual([{ alias: 'travle trlr', makeId: 'jayco', lineId: '' }]);
    expect([decisions.changes, decisions.registrationChanges]).toEqual([1, 3]);
    expect(decisions.all.map(({ type, decision: said }) => `${type} ${said}`)).toEqual([
      'fifth-wheel refused',
      'travel-trailer accepted',
      ' accepted',
    ]);
  });
});
