import { useEffect, useEffectEvent } from 'react';
import { CONTRIBUTION_PROMPT_DELAY_MS } from '#schemas/constants.ts';
import { useContributePrompt } from '../../client/contribute-prompt.ts';
import { useSession } from '../../client/current-user.ts';

/** Once a load: who comes back to the screen has answered. */
let offered = false;

/** Offers the contribute-data dialog to who has not contributed, a while after the screen was loaded. */
export function useOfferContribution(): void {
  const { user } = useSession();
  const openPrompt = useContributePrompt();
  const offer = useEffectEvent(() => {
    offered = true;
    openPrompt('offered');
  });
  const isAsked = user?.hasContributedData === false;
  useEffect(() => {
    if (!isAsked || offered) return undefined;
    const timer = setInterval(() => {
      // What a person has opened is not covered; it is offered once that is closed.
      if (document.querySelector('[data-dialog]') !== null) return;
      clearInterval(timer);
      offer();
    }, CONTRIBUTION_PROMPT_DELAY_MS);
    return () => clearInterval(timer);
  }, [isAsked]);
}
