import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { bringsSession } from '../client/brings-session.ts';
import { heedConnection } from '../client/connection.ts';
import { currentUserQuery } from '../client/current-user.ts';
import { needsSignIn } from '../client/paths.ts';
import { createQueryClient } from '../client/query-client.ts';
import { NotLoaded } from '../ui/later.tsx';
import { App } from './app.tsx';
import { hearFocus } from './hear-focus.ts';
import { pageAt } from './pages.ts';
import { NOT_FOUND_SCREEN, SCREENS } from './screens.ts';
import { ignoreStraySecondTaps } from './second-taps.ts';

hearFocus();
heedConnection();
ignoreStraySecondTaps();

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root to render into');

const queryClient = createQueryClient();

/** What the app would otherwise draw something smaller in place of, while what the page says already stands there. */
async function readyToDraw(): Promise<void> {
  const path = location.pathname;
  const member = bringsSession();
  const name = pageAt(path, member);
  const screen = name === undefined ? NOT_FOUND_SCREEN : SCREENS[name];
  await Promise.all([
    screen.preload(),
    member && needsSignIn(path) && queryClient.query(currentUserQuery).catch(() => undefined),
  ]);
}

/** That code did not come is said by what stands in its place, and is no fault of ours. */
function onCaughtError(error: unknown): void {
  // oxlint-disable-next-line no-console -- as React does by itself
  if (!(error instanceof NotLoaded)) console.error(error);
}

// What did not come is said by whoever draws it. Drawn in slices, so that the page answers meanwhile.
void readyToDraw()
  .catch(() => undefined)
  .then(() =>
    startTransition(() =>
      createRoot(root, { onCaughtError }).render(
        <StrictMode>
          <App queryClient={queryClient} />
        </StrictMode>,
      ),
    ),
  );
