import type { Clock } from '#platform/clock.ts';
import type { NewId } from '../http/guards.ts';
import { Problem } from '../http/problem.ts';
import { serveCall, type Before } from '../http/serve-call.ts';
import { writeAudit } from '../users/audit.ts';
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

/** Those named in STAFF_EMAILS alone: other people's money is not for whoever is signed in. */
export const namedStaffOf =
  (emails: readonly string[]): IsStaff =>
  (person) =>
    emails.length > 0 && staffOf(emails)(person);

interface StaffRoutesOptions {
  store: UserStore;
  sessions: Sessions;
  isStaff: IsStaff;
  clock: Clock;
  newId: NewId;
}

/** Routes for staff: 401 for a guest, 403 for others, before what was sent is looked at. */
export function staffRoutes({
  store,
  sessions,
  isStaff,
  clock,
  newId,
}: StaffRoutesOptions): SignedInRoute {
  const before: Before<{ session: Session }> = async (request, response) => {
    const session = await sessions.require(request, response);
    const person = await personById(store, session.userId);
    if (person === undefined) throw signedOut();
    if (!isStaff(person))
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
            details: { call: `${call.method} ${call.path}` },
          });
        return handler(input);
      },
      before,
    ),
  });
}
