import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { trackAnalysisUsage, usage } from '#schemas/api/account.ts';
import { api } from '../../client/api.ts';
import { sessionStore } from '../../client/browser-storage.ts';
import { useSession, whoIsHere } from '../../client/current-user.ts';
import { heedSessionOver } from '../../client/session-over.ts';
import { type AnalysisForm, questionKey } from './analysis-form.ts';
import { type AnalysisProblem, isOfServer, isUsageLimit, problemOf } from './analysis-problem.ts';
import { keepResult, keptResult } from '../../client/kept-results.ts';
import { type Usage, usageQuery } from '../../client/usage.ts';
import { type HeldGrant, heldGrant, holdGrant, releaseGrant } from './held-grant.ts';
import type { Question } from './question.ts';
import { countGuestAnalysis, currentGuestUsage } from './use-guest-usage.ts';

export type AnalysisState<Answer> =
  /** `outdated` once what was shown or awaited belongs to an earlier form. */
  | { status: 'idle'; outdated?: true }
  | { status: 'running' }
  /** `kept` results come from session storage and used nothing up. */
  | { status: 'done'; result: Answer; kept: boolean }
  | { status: 'failed'; problem: AnalysisProblem };

/** What stopped an analysis before it was asked for, or `started`. */
export type Start = 'started' | 'guest-limit' | 'member-limit';

const keyOf = (question: Pick<Question<unknown>, 'name'>, form: AnalysisForm): string =>
  `${question.name}?${questionKey(form)}`;

function keptState<Answer>(question: Question<Answer>, form: AnalysisForm): AnalysisState<Answer> {
  const result = keptResult(sessionStore, keyOf(question, form), question.answer);
  return result === null ? { status: 'idle' } : { status: 'done', result, kept: true };
}

const isSpent = (allowance: Usage): boolean =>
  allowance.subscriptionStatus === 'free' && allowance.isAtLimit;

/** Whoever changes the form meanwhile gives up the answer and not the grant, which the server has counted. */
async function askForGrant(member: string): Promise<void> {
  await api(trackAnalysisUsage, {});
  holdGrant(sessionStore, member, 'unused');
}

/**
 * Runs analyses and holds what came of the last one. Only `run` uses up an analysis: a guest's count
 * rises when an answer was received, a member's is kept by the server, whose grant is held until an answer
 * came. A changed form aborts what is
 * under way, so that an answer never stands beside another form.
 */
export function useAnalysis<Answer>(question: Question<Answer>, initial: () => AnalysisForm) {
  const queryClient = useQueryClient();
  const [state, setState] = useState<AnalysisState<Answer>>(() => keptState(question, initial()));
  const running = useRef<AbortController>(undefined);
  const granting = useRef<Promise<void>>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  // What was answered to a member is not left to whoever has the window once they have signed out, in another tab too.
  const { user, pending } = useSession();
  const id = pending ? undefined : (user?.id ?? null);
  const asker = useRef<string | null>(null);
  useEffect(() => {
    if (id === undefined) return;
    const over = asker.current !== null && id === null;
    asker.current = id;
    if (over && state.status === 'done') setState({ status: 'idle' });
  }, [id, state.status]);

  const stop = (next: AnalysisState<Answer>) => {
    running.current?.abort();
    running.current = undefined;
    setState(next);
  };

  const run = async (form: AnalysisForm): Promise<Start> => {
    const checked = question.check(form);
    if (!checked.ok) return 'started';
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    const { signal } = controller;
    const settle = (next: AnalysisState<Answer>) => {
      if (!signal.aborted) setState(next);
    };
    // An answer stays on the screen until it is sure that another may be asked for.
    if (state.status !== 'done') settle({ status: 'running' });
    const refuse = (limit: Start): Start => {
      if (!signal.aborted)
        setState((now) => (now.status === 'running' ? keptState(question, form) : now));
      return limit;
    };

    const countAnew = () => queryClient.invalidateQueries({ queryKey: [usage.path] });

    let member: string | undefined;
    let isAsked = false;
    /** How the grant was held before it was asked with. */
    let before: HeldGrant | undefined;
    try {
      const user = await whoIsHere(queryClient);
      member = user?.id;
      if (signal.aborted) return 'started';
      if (member !== undefined) {
        if (heldGrant(sessionStore, member)) settle({ status: 'running' });
        else {
          // What is known may be old: only what the server says now refuses.
          const allowance = usageQuery(true);
          if (
            isSpent(await queryClient.query(allowance)) &&
            isSpent(await queryClient.query({ ...allowance, staleTime: 0 }))
          )
            return refuse('member-limit');
          settle({ status: 'running' });
          granting.current ??= askForGrant(member).finally(() => {
            granting.current = undefined;
          });
          await granting.current;
          await countAnew();
        }
      } else {
        if (currentGuestUsage().hasReachedLimit) return refuse('guest-limit');
        settle({ status: 'running' });
      }
      if (signal.aborted) return 'started';
      if (member !== undefined) {
        before = heldGrant(sessionStore, member);
        holdGrant(sessionStore, member, 'asked');
      }
      isAsked = true;
      const result = await checked.ask(signal);
      if (member === undefined) countGuestAnalysis();
      else {
        releaseGrant(sessionStore);
        // A grant of before may have been counted otherwise, as by another device.
        void countAnew();
      }
      keepResult(sessionStore, keyOf(question, form), result);
      settle({ status: 'done', result, kept: false });
    } catch (error) {
      if (signal.aborted) {
        // It goes on at the server, which spends the grant.
        if (isAsked) releaseGrant(sessionStore);
        return 'started';
      }
      heedSessionOver(queryClient, error);
      if (member !== undefined && isUsageLimit(error)) {
        // Another device used them up.
        releaseGrant(sessionStore);
        void countAnew();
        return refuse('member-limit');
      }
      // What the server itself refused or failed at it has not counted; of what was asked before nobody knows.
      if (member !== undefined && before === 'unused' && isOfServer(error))
        holdGrant(sessionStore, member, 'unused');
      settle({ status: 'failed', problem: problemOf(error) });
    }
    return 'started';
  };

  return {
    state,
    /** A member's grant whose analysis was not answered. */
    held: heldGrant(sessionStore, id),
    run,
    /** The form changed: what was shown no longer answers it. */
    clear: () => stop({ status: 'idle', outdated: true }),
    /** Another form came with the URL: its result, if this visit has one. */
    recall: (form: AnalysisForm) => stop(keptState(question, form)),
  };
}
