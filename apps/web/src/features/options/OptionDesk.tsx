import type { OptionOrder, Quotation } from '@fairlead/contract';
import { ErrorState, SkeletonCard } from '@fairlead/ui';
import { useReducer, useState } from 'react';
import { useTranslations } from 'use-intl';
import { UpcomingTerms } from '../../app/UpcomingTerms.tsx';
import { errorText } from '../../data/error-text.ts';
import { useFreshUser } from '../../data/use-fresh-user.ts';
import { useServerTime } from '../../data/use-server-time.ts';
import { BuyDialogs } from './BuyDialogs.tsx';
import { ConfirmOption } from './ConfirmOption.tsx';
import type { ChartOrder } from './chart-model.ts';
import { GateSheet } from './GateSheet.tsx';
import { gateOf } from './gate.ts';
import { initialState, reduce, summarize, validate } from './model.ts';
import { OptionChart } from './OptionChart.tsx';
import type { OptionRules } from './option-rules.ts';
import { Running } from './Running.tsx';
import { useIndexSamples } from './samples-store.ts';
import { Ticket } from './Ticket.tsx';
import { useBuyOption } from './use-buy-option.ts';
import { useDecimals } from './use-decimals.ts';
import { useOptionFunds, useOptionTerms } from './use-option-rules.ts';
import { useRunningOrders } from './use-running-orders.ts';

export interface OptionDeskProps {
  market: Quotation;
  /** The index as the head of the page shows it. */
  price: string | undefined;
  /** It may not be taken as live. */
  isStale: boolean;
}

/** Chart, running orders and ticket of one market. */
export function OptionDesk({ market, price, isStale }: OptionDeskProps) {
  const common = useTranslations('common');
  const { symbol } = market;
  const nowMs = useServerTime(1_000);
  const samples = useIndexSamples(symbol);
  const running = useRunningOrders(nowMs);
  const decimals = useDecimals(symbol);
  const terms = useOptionTerms(market);
  const [seconds, setSeconds] = useState<number>();
  const next = running.orders.find((order) => order.symbol === symbol);
  // What runs stands above the ticket: until it is known, the ticket would be pushed down by it.
  const isFirstLook = running.query.isLoading;
  const time = terms.rules?.times.find((one) => one.seconds === seconds);
  return (
    <>
      <OptionChart
        nowMs={nowMs}
        samples={samples}
        order={next && chartOrder(next)}
        chosen={time}
        decimals={decimals}
        isStale={isStale}
      />
      <Running running={running} nowMs={nowMs} symbol={symbol} isStale={isStale} />
      <div className="pt-3">
        <UpcomingTerms product="options" symbol={symbol} className="gutter mb-2" />
        {/* Fee and stakes are of what is paid in, not of the market. */}
        <UpcomingTerms
          product="option_currency"
          currencyId={market.legal_id}
          isNamed
          className="gutter mb-2"
        />
        {terms.rules !== undefined && !isFirstLook && (
          <Buying
            rules={terms.rules}
            market={market}
            price={isStale ? undefined : price}
            onSeconds={setSeconds}
          />
        )}
        {(isFirstLook || (terms.rules === undefined && terms.isPending)) && (
          <div className="gutter">
            <SkeletonCard label={common('loading')} height={320} lines={5} />
          </div>
        )}
        {terms.rules === undefined && terms.error !== null && (
          <ErrorState
            onRetry={terms.retry}
            retryLabel={common('retry')}
            retrying={terms.isRetrying}
          >
            {errorText(terms.error)}
          </ErrorState>
        )}
      </div>
    </>
  );
}

const chartOrder = (order: OptionOrder): ChartOrder => ({
  strike: order.purchase_price,
  purchasedAtMs: order.purchased_at,
  deliversAtMs: order.delivers_at,
  seconds: order.seconds,
  windowSeconds: order.window_seconds,
});

interface BuyingProps {
  rules: OptionRules;
  market: Quotation;
  /** Undefined while there is none that is live. */
  price: string | undefined;
  onSeconds: (seconds: number) => void;
}

/** The ticket, and what it asks before it buys. */
function Buying({ rules, market, price, onSeconds }: BuyingProps) {
  const [state, dispatch] = useReducer(reduce, initialState);
  const [refusedFor, setRefused] = useState<'verify' | 'country'>();
  const [isGateOpen, setGateOpen] = useState(false);
  const user = useFreshUser();
  const decimals = useDecimals(rules.symbol);
  const inputs = {
    rules,
    marketState: market.state,
    available: useOptionFunds(rules),
    isStale: price === undefined,
  };
  const summary = summarize(state, inputs);
  const problem = validate(inputs, summary);
  const gate = gateOf({ refusedFor, user });
  const flow = useBuyOption({
    rules,
    summary,
    problem,
    dispatch,
    price,
    onGate: (refused) => {
      setRefused(refused);
      setGateOpen(refused === 'verify');
    },
  });
  const { step } = flow;
  return (
    <>
      <Ticket
        rules={rules}
        state={state}
        dispatch={(action) => {
          dispatch(action);
          if (action.kind === 'seconds') onSeconds(action.seconds);
        }}
        inputs={inputs}
        summary={summary}
        problem={problem}
        gate={gate}
        price={price}
        decimals={decimals}
        sending={step.kind === 'sent' ? step.direction : undefined}
        onPress={(direction) => (gate === undefined ? flow.press(direction) : setGateOpen(true))}
      />
      <ConfirmOption
        direction={step.kind === 'confirm' ? step.direction : undefined}
        onClose={flow.close}
        onConfirm={flow.send}
        isSending={flow.isSending}
        rules={rules}
        summary={summary}
        problem={problem}
        price={price}
        decimals={decimals}
      />
      <BuyDialogs flow={flow} price={price} decimals={decimals} />
      <GateSheet
        isOpen={isGateOpen}
        onClose={() => setGateOpen(false)}
        isGuest={gate === 'guest'}
        symbol={rules.symbol}
      />
    </>
  );
}
