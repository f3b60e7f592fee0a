import type { OptionOrder } from '@fairlead/contract';
import { formatDate, formatPrice, formatSigned, MISSING, useCountdown } from '@fairlead/ui';
import { useLocale, useTranslations } from 'use-intl';
import { type SortColumn, SortTable } from '../../../../app/parts/SortTable.tsx';
import type { TableSort } from '../../../../app/parts/sort-rows.ts';
import { Two, units } from '../../../../app/parts/two-figures.tsx';
import { serverNow } from '../../../../data/live/server-clock.ts';
import { lastPriced, type Sample } from '../../chart/samples.ts';
import { useAllSamples, useIndexSamples } from '../../chart/samples-store.ts';
import { moneyText, tidyMoney } from '../../option-rules.ts';
import { useDecimals } from '../../use-option-rules.ts';
import { amountsOf, profitTone, type Standing, standing } from '../orders.ts';
import { useOrderColumns } from './cells.tsx';

export interface RunningTableProps {
  label: string;
  orders: readonly OptionOrder[];
  onOpen: (order: OptionOrder) => void;
}

interface Row {
  readonly id: number;
  readonly order: OptionOrder;
  /** The price of now, and how it would end by it. */
  readonly price: string | undefined;
  readonly stands: Standing | undefined;
}

const NONE: readonly Sample[] = [];
/** From here on the prices have a column, and from there on what is paid if it is right. */
const SOME_PX = 440;
const ROOMY_PX = 640;
/** The nearest due first. */
const FIRST_SORT: TableSort = { column: 'delivers', isDescending: false };

/** What runs, a line each, sorted by any column. */
export function RunningTable({ label, orders, onOpen }: RunningTableProps) {
  const samplesOf = useAllSamples();
  const { delivers, pair, pairStake, stake, prices, pays, net } = useColumns(onOpen);
  const rows = orders.map((order): Row => {
    const samples = samplesOf[order.symbol] ?? NONE;
    const price = lastPriced(samples)?.price ?? order.current_price;
    return { id: order.id, order, price, stands: standing(order, samples, price) };
  });
  return (
    <>
      {[...new Set(orders.map(({ symbol }) => symbol))].map((symbol) => (
        <Listener key={symbol} symbol={symbol} />
      ))}
      <SortTable<Row>
        label={label}
        rows={rows}
        columnsOf={(width) => {
          if (width < SOME_PX) return [delivers, pairStake, net];
          return width < ROOMY_PX
            ? [delivers, pair, stake, prices, net]
            : [delivers, pair, stake, prices, pays, net];
        }}
        first={FIRST_SORT}
        // It cannot be sold or cancelled.
        acts={() => null}
      />
    </>
  );
}

/** Keeps one market's samples coming: there are as many as the orders have markets. */
function Listener({ symbol }: { symbol: string }) {
  useIndexSamples(symbol);
  return null;
}

function useColumns(onOpen: RunningTableProps['onOpen']) {
  const t = useTranslations('options');
  const locale = useLocale();
  const { strike, mean, ...columns } = useOrderColumns((row: Row) => row.order, onOpen);
  return {
    ...columns,
    delivers: {
      ...{ id: 'delivers', name: t('detail.delivers'), look: 'time' },
      keyOf: ({ order }) => BigInt(order.delivers_at),
      cellOf: ({ order }) => (
        <Two over={<Left order={order} />} under={formatDate(order.delivers_at, 'time', locale)} />
      ),
    } satisfies SortColumn<Row>,
    prices: {
      ...{ id: 'strike', name: strike.title, look: 'figure', help: strike },
      under: t('detail.current'),
      keyOf: ({ order }) => units(order.purchase_price),
      cellOf: (row) => <Prices {...row} />,
    } satisfies SortColumn<Row>,
    pays: {
      ...{ id: 'pays', name: t('ticket.right'), look: 'figure' },
      keyOf: ({ order }) => units(rightPays(order)),
      cellOf: ({ order }) => rightPays(order),
    } satisfies SortColumn<Row>,
    net: {
      ...{ id: 'net', name: t('run.ifNow'), look: 'figure', isLive: true, help: mean },
      keyOf: ({ stands }) => units(stands?.net),
      cellOf: (row) => <Stands {...row} />,
    } satisfies SortColumn<Row>,
  };
}

/** What comes back if it is right. */
function rightPays(order: OptionOrder): string {
  const { stake, payout, scale } = amountsOf(order);
  return moneyText(stake + payout, scale);
}

function Left({ order }: { order: OptionOrder }) {
  const t = useTranslations('options');
  const seconds = useCountdown(order.delivers_at, serverNow);
  return seconds === 0 ? MISSING : t('seconds', { seconds: String(seconds) });
}

function Prices({ order, price }: Row) {
  const decimals = useDecimals(order.symbol);
  return (
    <Two
      over={formatPrice(order.purchase_price, decimals)}
      under={<span className="fl-price">{formatPrice(price, decimals)}</span>}
    />
  );
}

function Stands({ stands }: Row) {
  const t = useTranslations('options.result');
  if (stands === undefined) return MISSING;
  return (
    <Two
      over={
        <span className={`font-strong ${profitTone(stands.net)}`}>
          {formatSigned(tidyMoney(stands.net))}
        </span>
      }
      under={t(stands.result)}
    />
  );
}
