import { lazy, type ReactNode, Suspense, useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { LazyTerminal } from '../../../app/desk/LazyTerminal.tsx';
import { LazyMarketPane } from '../../../app/parts/LazyPairs.tsx';
import { UpcomingTerms } from '../../../app/parts/UpcomingTerms.tsx';
import { decimalsOf } from '../../../data/markets/market-rules.ts';
import { rowsWithin } from '../../../features/order-book/BookColumn.tsx';
import { type DeskProps, SpotChart } from './SpotChart.tsx';

const LiveTrades = lazy(async () => ({
  default: (await import('../../../features/order-book/LiveBook.tsx')).LiveTrades,
}));

export interface DeskParts {
  /** It is told how many rows a side there is room for. */
  readonly book: (rows?: number) => ReactNode;
  readonly ticket: ReactNode;
}

interface SpotTerminalProps extends DeskProps {
  orders: ReactNode;
  onChoose: (symbol: string) => void;
  /** The market's desk, given where its parts stand. */
  children: (parts: (desk: DeskParts) => ReactNode) => ReactNode;
}

/** Book and ticket begin anew with each market; the panels stay, and in them the charts of other markets. */
export function SpotTerminal({ orders, onChoose, children, ...desk }: SpotTerminalProps) {
  const { symbol } = desk;
  const [bookPlace, setBookPlace] = useState<HTMLElement | null>(null);
  const [ticketPlace, setTicketPlace] = useState<HTMLElement | null>(null);
  const [bookHeight, setBookHeight] = useState(0);
  return (
    <>
      <LazyTerminal
        markets={<LazyMarketPane symbol={symbol} onChoose={onChoose} />}
        chart={(height) => <SpotChart {...desk} fullHeight={height} onChoose={onChoose} />}
        book={(height) => <BookPlace ref={setBookPlace} height={height} onHeight={setBookHeight} />}
        trades={<Trades key={symbol} {...desk} />}
        ticket={<div ref={setTicketPlace} className="p-3" />}
        lists={orders}
      />
      {children(({ book, ticket }) => (
        <>
          {bookPlace && createPortal(book(rowsWithin(bookHeight)), bookPlace)}
          {ticketPlace &&
            createPortal(
              <>
                <UpcomingTerms product="market" symbol={symbol} className="mb-3" />
                {ticket}
              </>,
              ticketPlace,
            )}
        </>
      ))}
    </>
  );
}

interface BookPlaceProps {
  ref: (element: HTMLElement | null) => void;
  height: number;
  onHeight: (height: number) => void;
}

/** Where the book stands, and how much room there is for it. */
function BookPlace({ ref, height, onHeight }: BookPlaceProps) {
  useLayoutEffect(() => onHeight(height), [height, onHeight]);
  return <div ref={ref} className="px-3 py-2" />;
}

function Trades({ symbol, market, freshness }: DeskProps) {
  const [base = '', quote = ''] = symbol.split('/');
  return (
    <Suspense fallback={null}>
      <LiveTrades
        symbol={symbol}
        base={base}
        quote={quote}
        priceDecimals={decimalsOf(market?.tick_size ?? '0.01')}
        lotDecimals={decimalsOf(market?.lot_size ?? '0.0001')}
        isStale={freshness.isStale}
      />
    </Suspense>
  );
}
