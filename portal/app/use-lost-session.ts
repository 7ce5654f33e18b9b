import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { SIGN_IN_REDIRECT_DELAY_MS } from '#schemas/constants.ts';
import { useSession } from '../client/current-user.ts';
import { needsSignIn, pathOf } from '../client/paths.ts';
import { tabOwner } from '../client/tab-owner.ts';
import { toasts } from '../client/toasts.ts';
import { SESSION_LOST } from '../content/brand.ts';

/**
 * Whoever was signed in and is no longer is told so, and led from a page of their own to the start page after half a
 * second. True while that lasts.
 */
export function useLostSession(): boolean {
  const { signedIn, pending } = useSession();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const [wasSignedIn, setWasSignedIn] = useState(signedIn);
  if (signedIn && !wasSignedIn) setWasSignedIn(true);
  const lost = wasSignedIn && !signedIn && !pending;
  const leave = useEffectEvent(() => {
    setWasSignedIn(false);
    if (needsSignIn(pathname)) void navigate(pathOf('landing'));
  });
  useEffect(() => {
    if (!lost) return undefined;
    if (tabOwner() === null) {
      // Signed out by choice, which loads the start page; by Back the browser may show this one as it was.
      const shown = () => leave();
      window.addEventListener('pageshow', shown);
      return () => window.removeEventListener('pageshow', shown);
    }
    toasts.show({ ...SESSION_LOST, tone: 'bad' });
    const timer = setTimeout(() => leave(), SIGN_IN_REDIRECT_DELAY_MS);
    return () => clearTimeout(timer);
  }, [lost]);
  return lost && needsSignIn(pathname);
}
