import { createContext, use } from 'react';

/** `forgot` asks for a link by which a new password can be set. */
export type SignInMode = 'sign-in' | 'register' | 'forgot';

/** Opens the sign-in modal. Who has signed in is led to `to`; to where they are already, without it. */
export type OpenSignIn = (mode: SignInMode, to?: string) => void;

/** The app provides it, any screen may ask for it. */
export const SignInPrompt = createContext<OpenSignIn>(() => undefined);

export const useSignInPrompt = (): OpenSignIn => use(SignInPrompt);
