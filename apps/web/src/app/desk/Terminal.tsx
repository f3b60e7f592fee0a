import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useHasMarkets, usePanelSize } from './panels.ts';
import { Splitter } from './Splitter.tsx';

/** What fills a panel, given its height in pixels. */
export type Fills = (height: number) => ReactNode;

export interface TerminalProps {
  /** All markets with a search. */
  markets: ReactNode;
  chart: Fills;
  /** Where the market has a book. */
  book?: Fills | undefined;
  trades?: ReactNode;
  ticket: ReactNode;
  /** Orders or positions, below the chart. */
  lists: ReactNode;
}

/** Panels side by side, each of a size that is kept: markets, chart over lists, book over trades, ticket. */
export function Terminal({ markets, chart, book, trades, ticket, lists }: TerminalProps) {
  const t = useTranslations('desk');
  const chartWord = useTranslations('common.title');
  const trade = useTranslations('trade');
  const hasMarkets = useHasMarkets();
  const ticketPanel = book === undefined ? 'contract' : 'ticket';
  const widths = {
    markets: usePanelSize('markets'),
    book: usePanelSize('book'),
    ticket: usePanelSize(ticketPanel),
  };
  const lower = usePanelSize('lists');
  const below = usePanelSize('trades');
  return (
    <div className="fl-terminal">
      {hasMarkets && (
        <>
          <Pane label={t('markets')} width={widths.markets}>
            {markets}
          </Pane>
          <Splitter panel="markets" resizes="before" axis="x" />
        </>
      )}
      <div className="fl-panes" data-main="">
        <FilledPane label={chartWord('chart')} share={100 - lower} fill={chart} />
        <Splitter panel="lists" resizes="after" axis="y" />
        <Pane label={chartWord('orders')} share={lower}>
          {lists}
        </Pane>
      </div>
      {book !== undefined && (
        <>
          <Splitter panel="book" resizes="after" axis="x" />
          <div className="fl-panes" style={{ flexBasis: widths.book }}>
            <FilledPane label={trade('book')} share={100 - below} fill={book} />
            <Splitter panel="trades" resizes="after" axis="y" />
            <Pane label={t('trades')} share={below}>
              {trades}
            </Pane>
          </div>
        </>
      )}
      <Splitter panel={ticketPanel} resizes="after" axis="x" />
      <Pane label={trade('ticket')} width={widths.ticket}>
        {ticket}
      </Pane>
    </div>
  );
}

interface PaneProps {
  label: string;
  /** In pixels, of a column. */
  width?: number;
  /** Of the column's height. */
  share?: number;
  children: ReactNode;
}

/** Scrolls by itself; reached by the keyboard, so that it can be scrolled without a pointer too. */
function Pane({ label, width, share, children }: PaneProps) {
  const style = share === undefined ? { flexBasis: width } : { flex: `${share} 1 0` };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
    // biome-ignore lint/a11y/useSemanticElements: a fieldset brings a look that cannot be undone
    <div role="group" aria-label={label} tabIndex={0} className="fl-pane" style={style}>
      {children}
    </div>
  );
}

function FilledPane({ label, share, fill }: { label: string; share: number; fill: Fills }) {
  const pane = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState<number>();
  useLayoutEffect(() => {
    const element = pane.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => setHeight(element.clientHeight));
    observer.observe(element);
    setHeight(element.clientHeight);
    return () => observer.disconnect();
  }, []);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset brings a look that cannot be undone
    <div
      ref={pane}
      role="group"
      aria-label={label}
      className="fl-pane"
      style={{ flex: `${share} 1 0` }}
    >
      {height !== undefined && fill(height)}
    </div>
  );
}
