import { FigureProvider, Toasts } from '@fairlead/ui';
import { HashRouter, useLocation } from 'react-router';
import { ConsoleCalls } from '../data/ConsoleCalls.tsx';
import { useIsLoggedIn } from '../data/session.ts';
import { LinkPage } from '../features/account/LinkPage.tsx';
import { LoginPage } from '../features/account/LoginPage.tsx';
import { sharedTexts } from '../parts/texts.ts';
import { Frame } from './Frame.tsx';

export function App() {
  return (
    <ConsoleCalls>
      <FigureProvider value={FIGURES}>
        <HashRouter>
          <Gate />
          <Toasts closeLabel={sharedTexts.close} />
        </HashRouter>
      </FigureProvider>
    </ConsoleCalls>
  );
}

const FIGURES = { mark: '.', unclear: sharedTexts.unclear } as const;

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
