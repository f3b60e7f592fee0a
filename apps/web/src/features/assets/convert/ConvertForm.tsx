import { Failed, useAction, useApi } from '@fairlead/calls';
import type { CurrencyInfo, ResponseOf } from '@fairlead/contract';
import { Button, Dock, useCountdown } from '@fairlead/ui';
import { useReducer, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { serverNow } from '../../../data/live/server-clock.ts';
import { useQuotations } from '../../../data/markets/quotations.ts';
import { useCurrencies, useWallet } from '../use-wallet.ts';
import { ConvertDone } from './ConvertDone.tsx';
import { ConvertFields } from './ConvertFields.tsx';
import {
  availableOf,
  convertible,
  convertRequest,
  initialState,
  reduce,
  validate,
} from './model.ts';
import { QuoteFailed, QuoteLoading, QuoteView } from './QuoteView.tsx';

const HELD_SECONDS = 10;

/** What goes, what comes, a quote with its figures, and one button that says what happens next. */
export function ConvertForm() {
  const t = useTranslations('convert');
  const [search] = useSearchParams();
  const [state, dispatch] = useReducer(reduce, search, initialState);
  const [done, setDone] = useState<ResponseOf<'convert'>>();
  const [isPressed, setPressed] = useState(false);
  const wallet = useWallet();
  const { list = [], byId } = useCurrencies();
  const { data: quotations = [] } = useQuotations();
  const [from, to] = [byId.get(state.fromId), byId.get(state.toId)];
  const { asked } = state;
  const query = useApi('conversionQuote', asked ?? NOTHING, { enabled: asked !== undefined });
  const quote = asked === undefined || query.isFetching ? undefined : query.data;
  const secondsLeft = useCountdown(quote?.expires_at, serverNow);
  const convert = useAction('convert', {
    invalidates: ['wallet', 'walletDetail', 'records', 'orders', 'conversions'],
    failedText: t('notDone'),
    onSuccess: (data) => {
      setDone(data);
      setPressed(false);
      dispatch({ kind: 'done' });
    },
  });
  const available = availableOf(wallet.data, state.fromId);
  const problem = validate(state, available, from?.scale ?? 0);
  const isShown = problem === 'insufficient' || isPressed;
  if (done !== undefined) {
    return <ConvertDone done={done} {...namesOf(from, to)} onAgain={() => setDone(undefined)} />;
  }
  if (wallet.data === undefined && wallet.error !== null) return <Failed query={wallet} />;
  const press = () => {
    setPressed(true);
    if (problem !== undefined) return;
    if (asked !== undefined && quote !== undefined && secondsLeft > 0) {
      const request = convertRequest(asked, quote);
      void convert.run(request, `${state.fromId}>${state.toId} ${asked.amount}`);
    } else if (asked === undefined) dispatch({ kind: 'ask' });
    else void query.refetch();
  };
  const isReady = quote !== undefined && secondsLeft > 0;
  return (
    <form
      noValidate
      className="gutter grid gap-4 pt-2 pb-24"
      onSubmit={(event) => {
        event.preventDefault();
        press();
      }}
    >
      <ConvertFields
        state={state}
        dispatch={dispatch}
        currencies={convertible(list, quotations)}
        wallet={wallet.data}
        available={available}
        scale={from?.scale ?? 0}
        error={isShown && problem !== undefined ? t(problem) : undefined}
      />
      {asked !== undefined && query.isFetching && <QuoteLoading />}
      {asked !== undefined && !query.isFetching && query.error !== null && (
        <QuoteFailed error={query.error} />
      )}
      {quote !== undefined && query.error === null && (
        <QuoteView quote={quote} secondsLeft={secondsLeft} secondsTotal={HELD_SECONDS} />
      )}
      {/* In reach for as long as the quote holds, however many figures it has. */}
      <Dock>
        <Button
          type="submit"
          variant="main"
          block
          busy={convert.isRunning || (asked !== undefined && query.isFetching)}
        >
          {isReady
            ? t('convertNow', { from: quote.from_currency, to: quote.to_currency })
            : t(asked === undefined ? 'ask' : 'askAgain')}
        </Button>
      </Dock>
    </form>
  );
}

const NOTHING = { from_currency_id: 1, to_currency_id: 3, amount: '0' };

const namesOf = (from: CurrencyInfo | undefined, to: CurrencyInfo | undefined) => ({
  from: from?.name ?? '',
  to: to?.name ?? '',
});
