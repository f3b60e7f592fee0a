import { Toasts } from '@fairlead/ui';
import { QueryClientProvider } from '@tanstack/react-query';
import { HashRouter } from 'react-router';
import { queryClient } from '../data/query.ts';
import { useIsLoggedIn } from '../data/session.ts';
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

/** Login stands in place of everything; the address stays, so that one goes on where one was. */
function Gate() {
  return useIsLoggedIn() ? <Frame /> : <LoginPage />;
}
