import { Failed, LoadingCard } from '@fairlead/calls';
import type { OptionOrder, Quotation } from '@fairlead/contract';
import { useEffect, useState } from 'react';
import { UpcomingTerms } from '../../app/parts/UpcomingTerms.tsx';
import { useFreshUser } from '../../data/account/use-fresh-user.ts';
import { useServerTime } from '../../data/live/use-server-time.ts';
import { stateOf } from '../../data/markets/standstills.ts';
import type { ChartOrder } from './chart/chart-model.ts';
import { OptionChart } from './chart/OptionChart.tsx';
import { useIndexSamples } from './chart/samples-store.ts';
import type { OptionRules } from './option-rules.ts';
import { Running } from './orders/Running.tsx';
import { useRunningOrders } from './orders/use-running-orders.ts';
import { BuyDialogs } from './ticket/BuyDialogs.tsx';
import { ConfirmOption } from './ticket/ConfirmOption.tsx';
import { useTicket } from './ticket/draft.ts';
import { GateSheet } from './ticket/Gate.tsx';
import { gateOf } from './ticket/gate.ts';
import { summarize, validate } from './ticket/model.ts';
import { Ticket } from './ticket/Ticket.tsx';
import { useBuyOption } from './ticket/use-buy-option.ts';
import { useDecimals, useOptionFunds, useOptionTerms } from './use-option-rules.ts';

export interface OptionDeskProps {
  market: Quotation;
  /** The index as the head of the page shows it. */
  price: string | undefined;
  /** It may not be taken as live. */
  isStale: boolean;
}

/** Of the ticket in most languages, and of the note over its buttons, so that what stands below hardly moves. */
const TICKET_PX = 320;
const GATE_PX = 62;

/** Chart, running orders and ticket of one market. */
export function OptionDesk({ market, price, isStale }: OptionDeskProps) {
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
  const gate = gateOf({ refusedFor: undefined, user: useFreshUser() });
  const time = terms.data?.times.find((one) => one.seconds === seconds);
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
        {terms.data !== undefined && !isFirstLook && (
          <Buying
            rules={terms.data}
            market={market}
            price={isStale ? undefined : price}
            onSeconds={setSeconds}
          />
        )}
        {(isFirstLook || (terms.data === undefined && terms.isPending)) && (
          <div className="gutter">
            <LoadingCard height={gate === undefined ? TICKET_PX : TICKET_PX + GATE_PX} lines={5} />
          </div>
        )}
        {terms.data === undefined && terms.error !== null && <Failed query={terms} />}
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
  const [state, dispatch] = useTicket(rules);
  const { seconds } = state;
  // The chart shows where that would end.
  useEffect(() => {
    if (seconds !== undefined) onSeconds(seconds);
  }, [seconds, onSeconds]);
  const [refusedFor, setRefused] = useState<'verify' | 'country'>();
  const [isGateOpen, setGateOpen] = useState(false);
  const user = useFreshUser();
  const decimals = useDecimals(rules.symbol);
  const inputs = {
    rules,
    marketState: stateOf(market, 'options'),
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
        dispatch={dispatch}
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
