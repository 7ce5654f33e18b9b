import { useState } from 'react';
import { ConnectionFailure, reasonOf } from '../../client/failures.ts';
import { SIGN_IN } from '../../content/sign-in.ts';

export type Submission = ReturnType<typeof useSubmission>;

/** A form that is sent: whether it is on its way, and the sentence to show where that failed. */
export function useSubmission() {
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  return {
    pending,
    failure,
    /** For another form in its place, or what this one refuses itself. */
    forget: () => setFailure(null),
    /**
     * Leaves `pending` on when the work was done: what comes next replaces the form. Work that came to nothing
     * answers the sentence that says so.
     */
    submit: async (work: () => Promise<string | undefined | void>): Promise<void> => {
      setFailure(null);
      setPending(true);
      try {
        const cameToNothing = await work();
        if (cameToNothing === undefined) return;
        setPending(false);
        setFailure(cameToNothing);
      } catch (error) {
        setPending(false);
        setFailure(
          error instanceof ConnectionFailure ? SIGN_IN.connection : reasonOf(error, SIGN_IN.failed),
        );
      }
    },
  };
}
