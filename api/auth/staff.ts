import type { Access } from '#schemas/api/call.ts';
import type { Clock } from '#platform/clock.ts';
import type { NewId } from '../http/guards.ts';
import { Problem } from '../http/problem.ts';
import { serveCall, type Before } from '../http/serve-call.ts';
import { writeAudit, type AuditEntry } from '../users/audit.ts';
import { personById, type Person } from '../users/people.ts';
import type { UserStore } from '../users/store.ts';
import { signedOut, type Session, type Sessions } from './sessions.ts';
import type { SignedInRoute } from './signed-in-route.ts';

/**
 * Who may run the collection and see its controls: those whose verified e-mail is in STAFF_EMAILS;
 * where that is not set, whoever is signed in, as the specification has it.
 */
export type IsStaff = (person: Pick<Person, 'email' | 'emailVerifiedAt'>) => boolean;

/** @param emails in lower case */
export function staffOf(emails: readonly string[]): IsStaff {
  return ({ email, emailVerifiedAt }) =>
    emails.length === 0 || (emailVerifiedAt !== null && emails.includes(email.toLowerCase()));
}

/** What the people of this server may do beyond members. */
export interface StaffRights {
  isStaff: IsStaff;
  /**
   * Also what goes beyond the specification's calls: dead letters, aliases, the schedule. In production those are
   * for named staff alone.
   */
  mayControl: IsStaff;
}

export function staffRights(emails: readonly string[], inProduction: boolean): StaffRights {
  const isStaff = staffOf(emails);
  return { isStaff, mayControl: inProduction ? namedStaffOf(emails) : isStaff };
}

/** Those named in STAFF_EMAILS alone: other people's money is not for whoever is signed in. */
export const namedStaffOf =
  (emails: readonly string[]): IsStaff =>
  (person) =>
    emails.length > 0 && staffOf(emails)(person);

export interface StaffRoutesOptions {
  store: UserStore;
  sessions: Sessions;
  /** Whether a person may use a call of this access. */
  mayUse: (access: Access) => IsStaff;
  clock: Clock;
  newId: NewId;
}

/** Routes for staff: 401 for a guest, 403 for others, before what was sent is looked at. */
export function staffRoutes({
  store,
  sessions,
  mayUse,
  clock,
  newId,
}: StaffRoutesOptions): SignedInRoute {
  const before =
    (access: Access): Before<{ session: Session }> =>
    async (request, response) => {
      const session = await sessions.require(request, response);
      const person = await personById(store, session.userId);
      if (person === undefined) throw signedOut();
      if (!mayUse(access)(person))
        throw new Problem(403, 'staff_only', 'This is for the staff of this server only.');
      response.set('Cache-Control', 'no-store');
      return { session };
    };
  return (call, handler) => ({
    call,
    handle: serveCall<typeof call, { session: Session }>(
      call,
      async (input) => {
        // What staff set going is written down before it is.
        if (call.method !== 'GET')
          await writeAudit(store, {
            id: newId(),
            at: clock(),
            actor: input.session.userId,
            action: 'staff.call',
            subject: null,
            details: { call: `${call.method} ${call.path}`, ...saidOf(input) },
          });
        return handler(input);
      },
      before(call.access),
    ),
  });
}

/** What a call was given, as far as it is plain: which letter, which alias. */
function saidOf({ params, body }: { params: object; body: unknown }): AuditEntry['details'] {
  const given = Object.entries({ ...params, ...(typeof body === 'object' ? body : {}) });
  return Object.fromEntries(
    given.flatMap(([name, value]: [string, unknown]) =>
      typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
        ? [[name, value] as const]
        : [],
    ),
  );
}
