import { Suspense, useEffect, useState } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { mailedLinkOf } from '../client/mailed-link.ts';
import { type OpenSignIn, type SignInMode, SignInPrompt } from '../client/sign-in-prompt.ts';
import { useLeftByBack } from '../client/use-left-by-back.ts';
import { LAYOUT } from '../content/brand.ts';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { later } from '../ui/later.tsx';
import { Overlay } from '../ui/overlay.tsx';
import { PageSkeleton } from '../ui/surface.tsx';
import { ContributeProvider } from './contribute-provider.tsx';
import { Crash } from './crash.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { MarketNotice } from './market-notice.tsx';
import { OfflineNotice } from './offline-notice.tsx';
import { usePageTitle } from './page-title.ts';
import { SessionNotice } from './session-notice.tsx';
import { Toaster } from './toaster.tsx';
import { useArrivalAtTop } from './use-arrival-at-top.ts';

const SignInDialog = later(
  async () => (await import('../features/sign-in/sign-in-dialog.tsx')).SignInDialog,
);

const MailedLinkDialog = later(
  async () => (await import('../features/sign-in/mailed-link-dialog.tsx')).MailedLinkDialog,
);

/** What every page stands in: header, notices, the page, footer, and the modals any of them may open. */
export function Layout() {
  const { pathname } = useLocation();
  const [signIn, setSignIn] = useState<SignInMode | null>(null);
  // Mounted from the first opening on, so that it can return the focus when it closes.
  const [asked, setAsked] = useState(false);
  const [leadsTo, setLeadsTo] = useState<string>();
  const openSignIn: OpenSignIn = (mode, to) => {
    setAsked(true);
    setSignIn(mode);
    setLeadsTo(to);
  };
  useLeftByBack(() => setSignIn(null));
  const [mailedLink, setMailedLink] = useState(() => mailedLinkOf(location.hash));
  useEffect(() => {
    // A link pasted into a tab that is open changes the address and loads nothing.
    const follow = () => setMailedLink((open) => mailedLinkOf(location.hash) ?? open);
    window.addEventListener('hashchange', follow);
    return () => window.removeEventListener('hashchange', follow);
  }, []);
  useEffect(() => {
    // The token leaves the address, where it would be copied along.
    if (mailedLink !== null)
      history.replaceState(history.state, '', location.pathname + location.search);
  }, [mailedLink]);
  useArrivalAtTop(pathname);
  const arrivedAt = usePageTitle(pathname);
  return (
    <SignInPrompt value={openSignIn}>
      <ContributeProvider>
        <a
          href="#content"
          className="sr-only rounded-control bg-primary px-4 py-3 font-bold text-on-primary focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50"
        >
          {LAYOUT.skipToContent}
        </a>
        <p role="status" className="sr-only">
          {arrivedAt}
        </p>
        <Header />
        <OfflineNotice />
        <main id="content" tabIndex={-1} className="min-h-[95vh] outline-none">
          <MarketNotice />
          <SessionNotice />
          <ErrorBoundary key={pathname} fallback={crash}>
            <Suspense fallback={<PageSkeleton />}>
              <Outlet />
            </Suspense>
          </ErrorBoundary>
        </main>
        <Footer />
        <Toaster />
      </ContributeProvider>
      {asked && (
        <Overlay onFailed={() => setAsked(false)}>
          <SignInDialog mode={signIn} onModeChange={setSignIn} leadsTo={leadsTo} />
        </Overlay>
      )}
      {mailedLink !== null && (
        <Overlay onFailed={() => setMailedLink(null)}>
          <MailedLinkDialog
            key={mailedLink.token}
            link={mailedLink}
            onClose={() => setMailedLink(null)}
            onSignIn={(mode) => {
              // Signing in loads the page anew, which then opens the link again.
              if (mailedLink.purpose === 'verify-email')
                history.replaceState(history.state, '', `#verify-email=${mailedLink.token}`);
              setMailedLink(null);
              openSignIn(mode);
            }}
          />
        </Overlay>
      )}
    </SignInPrompt>
  );
}

const crash = (error: unknown, retry: () => void) => <Crash error={error} retry={retry} />;
