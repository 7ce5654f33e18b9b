import type { Request, Response } from 'express';
import { UserStoreUnavailable } from '../users/store.ts';
import type { Sessions } from './sessions.ts';

/** Whether who asks is a member of Premium: calls that are open to everyone then go deeper. */
export type AsksPremium = (request: Request, response: Response) => Promise<boolean>;

/** Where nobody is. */
export const nobodyPremium: AsksPremium = async () => false;

/** A guest costs nothing; while accounts cannot be reached, the market is answered as a guest has it. */
export function planOf(
  sessions: Sessions,
  isPremium: (userId: string) => Promise<boolean>,
): AsksPremium {
  return async (request, response) => {
    // What is kept of one person's answer must not be shown to another.
    response.vary('Cookie');
    try {
      const session = await sessions.read(request, response);
      return session !== undefined && (await isPremium(session.userId));
    } catch (error) {
      if (error instanceof UserStoreUnavailable) return false;
      throw error;
    }
  };
}
