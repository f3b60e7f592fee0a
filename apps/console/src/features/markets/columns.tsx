import type { ResponseOf } from '@fairlead/contract';
import { Badge, CoinMark, formatShare } from '@fairlead/ui';
import { formatExact } from '../../books/amounts.ts';
import type { Column } from '../../lists/DataTable.tsx';
import { marketStateBadge } from '../../terms/MarketState.tsx';
import { termTexts } from '../../terms/texts.ts';
import { marketTexts as t } from './texts.ts';

export type Market = ResponseOf<'operatorMarkets'>[number];
export type Currency = ResponseOf<'operatorCurrencies'>[number];

const quoteOf = (symbol: string): string => symbol.split('/')[1] ?? '';
const baseOf = (symbol: string): string => symbol.split('/')[0] ?? '';

export const marketColumns: readonly Column<Market>[] = [
  {
    id: 'symbol',
    header: t.columns.symbol,
    card: 'title',
    cell: ({ symbol }) => (
      <span className="inline-flex items-center gap-2">
        <CoinMark code={baseOf(symbol)} size={24} />
        <b>{symbol}</b>
      </span>
    ),
  },
  {
    id: 'state',
    header: t.columns.state,
    card: 'end',
    cell: ({ state }) => marketStateBadge(state),
  },
  { id: 'tick', header: t.columns.tick, align: 'end', cell: ({ tick_size }) => tick_size },
  {
    id: 'lot',
    header: t.columns.lot,
    align: 'end',
    spare: 'second',
    cell: ({ lot_size }) => lot_size,
  },
  {
    id: 'minimum',
    header: t.columns.minimum,
    align: 'end',
    cell: ({ min_notional, symbol }) => (
      <>
        {formatExact(min_notional)} <small>{quoteOf(symbol)}</small>
      </>
    ),
  },
  {
    id: 'fees',
    header: t.columns.fees,
    align: 'end',
    cell: ({ maker_fee, taker_fee }) => `${formatShare(maker_fee)}, ${formatShare(taker_fee)}`,
  },
  {
    id: 'bands',
    header: t.columns.bands,
    align: 'end',
    spare: 'first',
    cell: ({ market_band, limit_band }) => (
      <span className="text-muted">
        {formatShare(market_band, 0)}, {formatShare(limit_band, 0)}
      </span>
    ),
  },
  {
    id: 'orders',
    header: t.columns.orders,
    align: 'end',
    spare: 'first',
    cell: ({ open_orders_max }) => <span className="text-muted">{open_orders_max}</span>,
  },
];

export const currencyColumns: readonly Column<Currency>[] = [
  {
    id: 'id',
    header: t.columns.id,
    card: 'none',
    cell: ({ currency_id }) => <span className="text-muted">{currency_id}</span>,
  },
  {
    id: 'name',
    header: t.columns.name,
    card: 'title',
    cell: ({ name, full_name }) => (
      <span className="inline-flex items-center gap-2">
        <CoinMark code={name} size={24} />
        <b>{name}</b> <small>{full_name}</small>
      </span>
    ),
  },
  { id: 'scale', header: t.columns.scale, align: 'end', cell: ({ scale }) => scale },
  {
    id: 'use',
    header: t.columns.use,
    card: 'end',
    align: 'end',
    cell: ({ is_enabled }) => (
      <Badge kind={is_enabled ? 'good' : 'plain'}>
        {is_enabled ? termTexts.switches['is_enabled']?.on : termTexts.switches['is_enabled']?.off}
      </Badge>
    ),
  },
];
