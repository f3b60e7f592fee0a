import { HashRouter } from 'react-router';
import { IntlProvider } from 'use-intl';
import { AppCalls } from '../data/calls/AppCalls.tsx';
import { useLanguageState } from '../i18n/language.ts';
import { Frame } from './shell/Frame.tsx';

/** The last part of a key that has no text, so that a gap is seen and breaks nothing. */
const fallback = ({ key }: { key: string }): string => key;
const ignore = (): void => undefined;

export function App() {
  const { locale, messages } = useLanguageState();
  return (
    <IntlProvider
      locale={locale}
      messages={messages ?? null}
      getMessageFallback={fallback}
      onError={ignore}
    >
      <AppCalls>
        <HashRouter>
          <Frame />
        </HashRouter>
      </AppCalls>
    </IntlProvider>
  );
}
