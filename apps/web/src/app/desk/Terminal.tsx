import { Fragment, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import {
  type Column,
  type PanelName,
  type Stack,
  useColumns,
  useHasMarkets,
  useIsTurned,
  usePanelSize,
} from './panels.ts';
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

/** Panels side by side, each of a size and at a place that is kept. What is narrower than the chart is resized at its side. */
export function Terminal(props: TerminalProps) {
  const hasMarkets = useHasMarkets();
  const order = useColumns();
  const shown = order.filter(
    (column) =>
      (column !== 'markets' || hasMarkets) && (column !== 'book' || props.book !== undefined),
  );
  const chartAt = shown.indexOf('chart');
  return (
    <div className="fl-terminal">
      {shown.map((column, at) => {
        const panel = panelOf(column, props);
        const isLeft = at < chartAt;
        const splitter = panel !== undefined && (
          <Splitter panel={panel} resizes={isLeft ? 'before' : 'after'} axis="x" />
        );
        return (
          <Fragment key={column}>
            {!isLeft && splitter}
            <ColumnOf column={column} {...props} />
            {isLeft && splitter}
          </Fragment>
        );
      })}
    </div>
  );
}

/** Whose size a column has; the chart's is what is left. */
function panelOf(column: Column, { book }: TerminalProps): PanelName | undefined {
  if (column === 'chart') return undefined;
  return column === 'ticket' && book === undefined ? 'contract' : column;
}

function ColumnOf({ column, ...props }: TerminalProps & { column: Column }) {
  const { markets, chart, book, trades, ticket, lists } = props;
  const t = useTranslations('desk');
  const title = useTranslations('common.title');
  const trade = useTranslations('trade');
  const width = usePanelSize(panelOf(column, props) ?? 'book');
  switch (column) {
    case 'markets':
      return (
        <Pane label={t('markets')} width={width}>
          {markets}
        </Pane>
      );
    case 'chart':
      return (
        <Stacked
          stack="chart"
          panel="lists"
          labels={[title('chart'), title('orders')]}
          fill={chart}
          below={lists}
        />
      );
    case 'book':
      return (
        book && (
          <Stacked
            stack="book"
            panel="trades"
            labels={[trade('book'), t('trades')]}
            fill={book}
            below={trades}
            width={width}
          />
        )
      );
    case 'ticket':
      return (
        <Pane label={trade('ticket')} width={width}>
          {ticket}
        </Pane>
      );
  }
}

interface StackedProps {
  stack: Stack;
  /** Whose size is kept: what stands below at first. */
  panel: 'lists' | 'trades';
  labels: readonly [fill: string, below: string];
  fill: Fills;
  below: ReactNode;
  /** Of the chart's column, what the others leave. */
  width?: number;
}

/** Two panels, one above the other, either way round. */
function Stacked({ stack, panel, labels, fill, below, width }: StackedProps) {
  const isTurned = useIsTurned(stack);
  const share = usePanelSize(panel);
  const first = <FilledPane key="fill" label={labels[0]} share={100 - share} fill={fill} />;
  const second = (
    <Pane key="below" label={labels[1]} share={share}>
      {below}
    </Pane>
  );
  const splitter = (
    <Splitter key="line" panel={panel} resizes={isTurned ? 'before' : 'after'} axis="y" />
  );
  return (
    <div
      className="fl-panes"
      {...(width === undefined ? { 'data-main': '' } : { style: { flexBasis: width } })}
    >
      {isTurned ? [second, splitter, first] : [first, splitter, second]}
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
