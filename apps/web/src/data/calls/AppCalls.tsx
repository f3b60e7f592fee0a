import { CallsProvider, type CallsWiring, refresh } from '@fairlead/calls';
import type { RouteName } from '@fairlead/contract';
import { ROUTE_PATHS, type RoutePath } from '@fairlead/contract/paths';
import {
  decimalMarkOf,
  FigureProvider,
  type FigureWords,
  haptic,
  sound,
  toast,
} from '@fairlead/ui';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { acting, mayAskActing } from '../account/acting.ts';
import { sessionUser, useIsLoggedIn } from '../account/session.ts';
import { callApi } from './api.ts';
import { errorText } from './error-text.ts';
import { metaOf, PRIVATE_ROUTES } from './private-routes.ts';
import { queryClient } from './query.ts';

const PATHS: Readonly<Partial<Record<RouteName, RoutePath>>> = ROUTE_PATHS;
const isMoney = (name: RouteName): boolean => PATHS[name]?.[2] === 'money';

/** Reads that show terms: whoever is told that they changed looks at the new ones. */
const TERMS: readonly RouteName[] = [
  ...(['futuresDeal', 'optionTimes', 'payableCurrencies'] as const),
  ...(['hostingProducts', 'hostingProduct', 'offerings', 'offering'] as const),
];

const WORDS = {
  loading: 'common.loading',
  retry: 'common.retry',
  more: 'assets.record.more',
} as const;

const WIRING: Omit<CallsWiring, 'mayAsk' | 'word'> = {
  call: callApi,
  metaOf,
  keepsKey: isMoney,
  callerId: () => acting?.share ?? (acting ?? sessionUser())?.id.toString(),
  onDone: (name) => {
    if (!isMoney(name)) return;
    haptic('done');
    sound();
  },
  onFailed: ({ code }) => {
    if (code === 'terms_changed') refresh(queryClient, TERMS);
  },
  say: (error, what) => {
    const why = errorText(error);
    toast({ kind: 'bad', ...(what === undefined ? { text: why } : { text: what, detail: why }) });
  },
  describe: (error, failed) =>
    failed === undefined ? { text: errorText(error) } : { text: failed, detail: errorText(error) },
};

/** Gives everything below the app's calls: whose they are, what they say, and what must be read anew after them. */
export function AppCalls({ children }: { children: ReactNode }) {
  const isLoggedIn = useIsLoggedIn();
  const t = useTranslations();
  const wiring = useMemo(
    (): CallsWiring => ({
      ...WIRING,
      mayAsk: (name) => !PRIVATE_ROUTES.has(name) || (isLoggedIn && mayAskActing(name)),
      word: (word) => t(WORDS[word]),
    }),
    [isLoggedIn, t],
  );
  const locale = useLocale();
  const figures = useMemo(
    (): FigureWords => ({
      mark: decimalMarkOf(locale),
      unclear: (text) => t('common.unclear', { text }),
      tooLarge: (most) => t('common.tooLarge', { most }),
    }),
    [locale, t],
  );
  return (
    <QueryClientProvider client={queryClient}>
      <FigureProvider value={figures}>
        <CallsProvider value={wiring}>{children}</CallsProvider>
      </FigureProvider>
    </QueryClientProvider>
  );
}
