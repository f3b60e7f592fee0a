import { LoadingRows, useApi } from '@fairlead/calls';
import type { Order, Quotation } from '@fairlead/contract';
import { Change, formatDate, formatShare, IconLink, Note, PairButton } from '@fairlead/ui';
import {
  type Dispatch,
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useLocale, useTranslations } from 'use-intl';
import { MarketsButton } from '../../app/desk/LazyTerminal.tsx';
import { useShortcut } from '../../app/desk/shortcuts.ts';
import { loginTarget } from '../../app/guard.ts';
import { useLayout } from '../../app/layout.ts';
import { href } from '../../app/navigation.ts';
import { LazyPairSheet } from '../../app/parts/LazyPairs.tsx';
import { MarketGate } from '../../app/parts/MarketGate.tsx';
import { StalePrice } from '../../app/parts/StalePrice.tsx';
import { StandstillNote } from '../../app/parts/StandstillNote.tsx';
import { UpcomingTerms } from '../../app/parts/UpcomingTerms.tsx';
import { Screen } from '../../app/Screen.tsx';
import { useIsLoggedIn } from '../../data/account/session.ts';
import { decimalsOf } from '../../data/markets/market-rules.ts';
import { useQuotation } from '../../data/markets/quotations.ts';
import { readSymbol } from '../../data/markets/read-symbol.ts';
import { stateOf } from '../../data/markets/standstills.ts';
import { isPriceOld, useFreshness } from '../../data/markets/use-freshness.ts';
import { useTicketWish } from '../../data/ticket-wish.ts';
import { useSteady } from '../../data/use-steady.ts';
import { BookColumn, useDirection } from '../../features/order-book/BookColumn.tsx';
import {
  setBookLayout,
  setBookStep,
  useBookLayout,
  useBookStep,
} from '../../features/order-book/book-settings.ts';
import { groupSteps, type Level } from '../../features/order-book/levels.ts';
import { useOrderBook } from '../../features/order-book/use-order-book.ts';
import { useBeginAndKeep, useTicket } from '../../features/order-ticket/draft.ts';
import { LazyConfirmOrder } from '../../features/order-ticket/LazyConfirm.tsx';
import { summarizeOrders, validateOrders } from '../../features/order-ticket/list-order.ts';
import type { TicketInputs } from '../../features/order-ticket/model.ts';
import type { Side, TicketAction, TicketState } from '../../features/order-ticket/state.ts';
import { Ticket } from '../../features/order-ticket/Ticket.tsx';
import { TicketMenu } from '../../features/order-ticket/TicketMenu.tsx';
import { useOrderFlow } from '../../features/order-ticket/use-order-flow.ts';
import { useTicketInputs } from '../../features/order-ticket/use-ticket-inputs.ts';
import { useOpenOrders } from '../../features/orders/use-open-orders.ts';
import { fulfil } from './parts/fulfil-wish.ts';
import { type DeskProps, SpotChart } from './parts/SpotChart.tsx';
import { type DeskParts, SpotTerminal } from './parts/SpotTerminal.tsx';

export function Page() {
  const [search] = useSearchParams();
  const symbol = readSymbol(search);
  return <SpotPage symbol={symbol} side={search.get('side')} />;
}

/** The side that the query names; anything else buys. */
const sideOf = (text: string | null): Side => (text === 'sell' ? 'sell' : 'buy');

const PriceHead = lazy(async () => ({
  default: (await import('../../features/chart/figures/PriceHead.tsx')).PriceHead,
}));
const MarketFigures = lazy(async () => ({
  default: (await import('../../features/chart/figures/MarketFigures.tsx')).MarketFigures,
}));

/** Below what is seen first: the ticket does not wait for it. */
const MarketOrders = lazy(async () => ({
  default: (await import('../../features/orders/MarketOrders.tsx')).MarketOrders,
}));

function SpotPage({ symbol, side }: { symbol: string; side: string | null }) {
  const t = useTranslations('trade');
  const navigate = useNavigate();
  const layout = useLayout();
  const [isChoosing, setChoosing] = useState(false);
  const market = useQuotation(symbol);
  const freshness = useFreshness(market);
  const [base = symbol, quote = ''] = symbol.split('/');
  const logIn = loginTarget(`/${href('pages/trade/spot', { symbol }).slice(2)}`);
  const choose = useCallback(
    (next: string) =>
      navigate(href('pages/trade/spot', { symbol: next }).slice(1), { replace: true }),
    [navigate],
  );
  const isTerminal = layout === 'terminal';
  const desk = { symbol, market, freshness };
  const ticket = { side: sideOf(side), onLogIn: () => navigate(logIn) };
  const orders = (
    <Suspense fallback={<LoadingRows count={2} mark={false} />}>
      <MarketOrders key={symbol} symbol={symbol} logInHref={`#${logIn}`} />
    </Suspense>
  );
  return (
    <Screen
      title={
        <>
          <h1 className="fl-sr">{symbol}</h1>
          <PairButton
            base={base}
            quote={quote}
            label={t('pairs')}
            onClick={() => setChoosing(true)}
          />
          {isTerminal ? (
            <Suspense fallback={null}>
              <MarketFigures key={symbol} market={market} isStale={freshness.isStale} />
            </Suspense>
          ) : (
            <span className={freshness.isStale ? 'fl-stale ms-2' : 'ms-2'}>
              <Change className="text-12" fraction={market?.change_24h} />
            </span>
          )}
        </>
      }
      right={
        <>
          <MarketsButton />
          <IconLink
            icon="candles"
            label={t('chart')}
            href={href('pages/trade/kline', { symbol })}
          />
          <TicketMenu key={symbol} symbol={symbol} />
        </>
      }
      className={isTerminal ? undefined : 'pb-6'}
    >
      <MarketGate symbol={symbol} isKnown={market !== undefined}>
        <HaltNote market={market} />
        {isTerminal ? (
          <SpotTerminal {...desk} orders={orders} onChoose={choose}>
            {(parts) => (
              <TicketDesk key={symbol} {...desk} {...ticket}>
                {parts}
              </TicketDesk>
            )}
          </SpotTerminal>
        ) : (
          <TicketDesk key={symbol} {...desk} {...ticket}>
            {({ book, ticket: order }) => (
              <>
                <div className="wide:grid wide:grid-cols-[minmax(0,1fr)_408px]">
                  {layout === 'desk' && (
                    <div className="border-e border-hairline">
                      <Suspense fallback={null}>
                        <PriceHead
                          market={market}
                          priceDecimals={decimalsOf(market?.tick_size ?? '0.01')}
                          {...freshness}
                        />
                      </Suspense>
                      <SpotChart {...desk} />
                    </div>
                  )}
                  <div className="gutter grid grid-cols-[136px_minmax(0,1fr)] gap-3.5">
                    <UpcomingTerms product="market" symbol={symbol} className="col-span-2" />
                    {book()}
                    {order}
                  </div>
                </div>
                {orders}
              </>
            )}
          </TicketDesk>
        )}
      </MarketGate>
      <LazyPairSheet
        isOpen={isChoosing}
        onClose={() => setChoosing(false)}
        symbol={symbol}
        onChoose={choose}
      />
    </Screen>
  );
}

function HaltNote({ market }: { market: Quotation | undefined }) {
  const t = useTranslations('trade');
  // In a terminal it stands in line with the panes.
  const place = useLayout() === 'terminal' ? 'px-1 pb-1.5' : 'gutter pb-2';
  const state = market === undefined ? 'open' : stateOf(market, 'spot');
  if (market === undefined || state === 'open') return null;
  const { symbol, standstill } = market;
  if (state === 'standstill')
    return <StandstillNote product="spot" standstills={standstill} className={place} />;
  return (
    <div className={place}>
      <Note kind="warn">{t(state === 'halted' ? 'haltedNote' : 'closedNote', { symbol })}</Note>
    </div>
  );
}

const NO_PRICES: readonly string[] = [];
/** Levels that an estimate walks; a limit order looks at the best only. */
const ESTIMATE_DEPTH = 200;
/** Of the book that is shown until the live one is there. */
const FIRST_DEPTH = 50;

interface TicketDeskProps extends DeskProps {
  side: Side;
  onLogIn: () => void;
  children: (parts: DeskParts) => ReactNode;
}

/** Book and ticket, with what they ask before an order goes. */
function TicketDesk(props: TicketDeskProps) {
  const { symbol, side, market, freshness, onLogIn, children } = props;
  const openOrders = useOpenOrders(symbol).data?.list;
  const [state, dispatch] = useTicket(symbol, side);
  const [preview, setPreview] = useState<string>();
  const live = useOrderBook(symbol);
  const first = useApi('deal', { symbol, depth: FIRST_DEPTH }, { enabled: live === undefined });
  const book = live ?? first.data;
  const isLoggedIn = useIsLoggedIn();
  const { isStale } = freshness;
  const inputs = useTicketInputs({
    market,
    book,
    isStale: isStale || live?.isCurrent === false,
    depth: state.type === 'market' && state.trigger === undefined ? ESTIMATE_DEPTH : 1,
  });
  useBeginAndKeep({ symbol, linked: side, state, dispatch, inputs });
  useTicketWish({ product: 'spot', symbol }, (wish) => fulfil(wish, dispatch));
  const { summary, validation } = useFigures(state, inputs);
  const isOld = () => isPriceOld(market);
  const flow = useOrderFlow({ market, state, dispatch, inputs, summary, validation, isOld });
  const on = { onSubmit: useSteady(flow.press), onLogIn: useSteady(onLogIn) };
  const place = useSideKeys(dispatch);
  const shownBook = (rows?: number) => (
    <Book
      {...props}
      rows={rows}
      book={book}
      openOrders={openOrders}
      onPreview={setPreview}
      onPick={(price) => dispatch({ kind: 'picked', price })}
    />
  );
  const ticket = (
    <div ref={place} className="contents">
      <Ticket
        base={market?.base ?? symbol.split('/')[0] ?? ''}
        quote={market?.quote ?? symbol.split('/')[1] ?? ''}
        state={state}
        dispatch={dispatch}
        inputs={inputs}
        {...{ summary, validation }}
        preview={preview}
        band={formatShare(market?.market_band, 0)}
        isLoggedIn={isLoggedIn}
        isSending={flow.isSending}
        {...on}
      />
    </div>
  );
  return (
    <>
      {children({ book: shownBook, ticket })}
      {inputs.rules && (
        <LazyConfirmOrder
          isOpen={flow.step.kind === 'confirm'}
          onClose={flow.close}
          onConfirm={flow.send}
          isSending={flow.isSending}
          rules={inputs.rules}
          isAgain={flow.again !== undefined}
          state={flow.again?.state ?? state}
          summary={flow.again?.summary ?? summary}
          validation={validation}
        />
      )}
      <StalePrice
        isOpen={flow.step.kind === 'stale'}
        saw={flow.step.kind === 'stale' ? flow.step.saw : undefined}
        now={isStale ? undefined : market?.last_price}
        decimals={inputs.rules?.priceDecimals ?? 2}
        mayGoWithout={state.type === 'limit'}
        onClose={flow.close}
        onGoOn={flow.goOn}
      />
    </>
  );
}

/** What follows from what was typed, and what is wrong with it: anew when one of the two changes, not with each price. */
function useFigures(state: TicketState, inputs: TicketInputs) {
  return useMemo(() => {
    const summary = summarizeOrders(state, inputs);
    return { summary, validation: validateOrders(state, inputs, summary) };
  }, [state, inputs]);
}

/** Keys that choose the side and go to the ticket. */
function useSideKeys(dispatch: Dispatch<TicketAction>) {
  const place = useRef<HTMLDivElement>(null);
  const go = (side: Side) => () => {
    dispatch({ kind: 'side', side });
    place.current?.querySelector<HTMLElement>('input[inputmode]')?.focus();
  };
  useShortcut('buy', go('buy'));
  useShortcut('sell', go('sell'));
  return place;
}

interface BookProps extends Omit<TicketDeskProps, 'children'> {
  rows: number | undefined;
  openOrders: readonly Order[] | undefined;
  book: { readonly bids: readonly Level[]; readonly asks: readonly Level[] } | undefined;
  onPreview: (price: string | undefined) => void;
  onPick: (price: string) => void;
}

function Book(props: BookProps) {
  const { symbol, market, freshness, book, openOrders, onPreview, onPick, rows } = props;
  const locale = useLocale();
  const [base = '', quote = ''] = symbol.split('/');
  const tick = market?.tick_size ?? '0.01';
  // The choice of steps follows the price's size, not each tick of it.
  const magnitude = market?.last_price?.replace(/\d(?!$)/g, '9').split('.')[0];
  const steps = useMemo(() => groupSteps(tick, magnitude), [tick, magnitude]);
  const step = useBookStep(symbol, steps);
  const layout = useBookLayout();
  const isFall = market?.change_24h?.startsWith('-') ?? false;
  const direction = useDirection(market?.last_price, isFall ? 'fall' : 'rise');
  const own = useMemo(() => {
    const pricesOf = (side: Side) =>
      openOrders?.flatMap((order) => (order.side === side && order.price ? [order.price] : [])) ??
      NO_PRICES;
    return { bids: pricesOf('buy'), asks: pricesOf('sell') };
  }, [openOrders]);
  return (
    <BookColumn
      base={base}
      quote={quote}
      book={book}
      lastPrice={market?.last_price}
      direction={direction}
      staleSince={freshness.isStale ? formatDate(freshness.atMs, 'time', locale) : undefined}
      priceDecimals={decimalsOf(tick)}
      lotDecimals={decimalsOf(market?.lot_size ?? '0.0001')}
      steps={steps}
      step={step}
      onStepChange={(next) => setBookStep(symbol, next)}
      layout={layout}
      onLayoutChange={setBookLayout}
      ownBids={own.bids}
      ownAsks={own.asks}
      onPreview={onPreview}
      onPick={onPick}
      rows={rows}
    />
  );
}
