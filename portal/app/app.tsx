import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { BrowserRouter, Route, Routes, useLocation } from 'react-router-dom';
import { useSessionAnew } from '../client/current-user.ts';
import { isReachable, type RouteName, ROUTES } from '../client/paths.ts';
import { Layout } from './layout.tsx';
import { NOT_FOUND_SCREEN as NotFound, SCREENS } from './screens.ts';
import { useLostSession } from './use-lost-session.ts';
import { useOneOwner } from './use-one-owner.ts';

const NAMES = Object.keys(SCREENS) as RouteName[];

/** The providers, and every screen inside the layout; any other path is the 404 page. */
export function App({ queryClient }: { queryClient: QueryClient }) {
  return (
    <QueryClientProvider client={queryClient}>
      <BrowserRouter>
        <Screens />
      </BrowserRouter>
    </QueryClientProvider>
  );
}

/** Signed-in screens are registered for those who are; the page they lose their session on stays until they leave it. */
function Screens() {
  const { signedIn } = useSessionAnew(useLocation().pathname);
  const leaving = useLostSession();
  useOneOwner();
  return (
    <Routes>
      <Route element={<Layout />}>
        {NAMES.filter((name) => isReachable(name, signedIn || leaving)).map((name) => {
          const Screen = SCREENS[name];
          return <Route key={name} path={ROUTES[name].path} element={<Screen />} />;
        })}
        <Route path="*" element={<NotFound />} />
      </Route>
    </Routes>
  );
}
