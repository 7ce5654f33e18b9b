import { createContext, use } from 'react';

export type SignInMode = 'sign-in' | 'register';

/** Opens the sign-in modal; the app provides it, any screen may ask for it. */
export const SignInPrompt = createContext<(mode: SignInMode) => void>(() => undefined);

export const useSignInPrompt = (): ((mode: SignInMode) => void) => use(SignInPrompt);
