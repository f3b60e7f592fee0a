import { Toasts } from '@fairlead/ui';
import { QueryClientProvider } from '@tanstack/react-query';
import { HashRouter, useLocation } from 'react-router';
import { queryClient } from '../data/query.ts';
import { useIsLoggedIn } from '../data/session.ts';
import { LinkPage } from '../features/login/LinkPage.tsx';
import { LoginPage } from '../features/login/LoginPage.tsx';
import { sharedTexts } from '../texts/shared.ts';
import { Frame } from './Frame.tsx';

export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <HashRouter>
        <Gate />
        <Toasts closeLabel={sharedTexts.close} />
      </HashRouter>
    </QueryClientProvider>
  );
}

/** By which a new operator comes in, whoever is logged in on this machine. */
const LINK = /^\/enrol\/([A-Za-z0-9_-]{43})$/;

/** Login stands in place of everything; the address stays, so that one goes on where one was. */
function Gate() {
  const { pathname } = useLocation();
  const isLoggedIn = useIsLoggedIn();
  const token = LINK.exec(pathname)?.[1];
  if (token !== undefined) return <LinkPage key={token} token={token} />;
  return isLoggedIn ? <Frame /> : <LoginPage />;
}
