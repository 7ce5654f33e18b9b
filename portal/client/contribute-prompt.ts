import { createContext, use } from 'react';

/** `asked`: a person opened it. `offered`: a page did by itself, and skipping it is answered. */
export type ContributeReason = 'asked' | 'offered';

/** Opens the contribute-data dialog; the app provides it, any screen may ask for it. */
export const ContributePrompt = createContext<(reason: ContributeReason) => void>(() => undefined);

export const useContributePrompt = (): ((reason: ContributeReason) => void) =>
  use(ContributePrompt);
