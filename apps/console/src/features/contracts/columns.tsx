import type {
  CurrencyInfo,
  FuturesTermsView,
  OptionTermsView,
  ResponseOf,
} from '@fairlead/contract';
import { Badge, CoinMark, formatExactShare, MISSING } from '@fairlead/ui';
import { formatExact } from '../../books/amounts.ts';
import type { Column } from '../../lists/DataTable.tsx';
import { contractTexts as t } from './texts.ts';

export type OptionCurrencyRow = ResponseOf<'operatorOptions'>['currencies'][number];
export type Currencies = ReadonlyMap<number, CurrencyInfo> | undefined;

const plainShare = (rate: string): string => formatExactShare(rate, 0);

/** Whole amounts without ".00": bounds and limits. */
const short = (amount: string): string => formatExact(amount).replace(/\.00$/, '');

/** The first and the last of a list, as a span. */
const spanOf = <Row,>(rows: readonly Row[], text: (row: Row) => string): string => {
  const [first, last] = [rows[0], rows.at(-1)];
  return first === undefined || last === undefined ? MISSING : t.to(text(first), text(last));
};

const Market = ({ symbol }: { symbol: string }) => (
  <span className="inline-flex items-center gap-2">
    <CoinMark code={symbol.split('/')[0] ?? ''} size={24} />
    <b>{symbol}</b>
  </span>
);

const quoteOf = (symbol: string): string => symbol.split('/')[1] ?? '';

export const openBadge = (isOpen: boolean) => (
  <Badge kind={isOpen ? 'good' : 'plain'}>{isOpen ? t.taken : t.notTaken}</Badge>
);

export const futuresColumns: readonly Column<FuturesTermsView>[] = [
  {
    id: 'market',
    header: t.columns.market,
    card: 'title',
    cell: ({ symbol }) => <Market symbol={symbol} />,
  },
  { id: 'state', header: t.columns.state, card: 'end', cell: (row) => openBadge(row.is_open) },
  { id: 'lot', header: t.columns.lot, align: 'end', cell: ({ lot_size }) => lot_size },
  {
    id: 'multiples',
    header: t.columns.multiples,
    align: 'end',
    cell: ({ multiples }) => spanOf(multiples, ({ multiple }) => t.multiple(multiple)),
  },
  {
    id: 'fees',
    header: t.columns.fees,
    align: 'end',
    spare: 'second',
    cell: ({ open_fee, close_fee }) => `${plainShare(open_fee)}, ${plainShare(close_fee)}`,
  },
  {
    id: 'spread',
    header: t.columns.spread,
    align: 'end',
    spare: 'first',
    cell: ({ half_spread }) => plainShare(half_spread),
  },
  {
    id: 'cap',
    header: t.columns.cap,
    align: 'end',
    spare: 'first',
    cell: ({ profit_cap }) => t.multiple(profit_cap),
  },
  {
    id: 'interest',
    header: t.columns.interest,
    align: 'end',
    cell: ({ max_open_interest, symbol }) => (
      <>
        {short(max_open_interest)} <small>{quoteOf(symbol)}</small>
      </>
    ),
  },
];

export const optionColumns: readonly Column<OptionTermsView>[] = [
  {
    id: 'market',
    header: t.columns.market,
    card: 'title',
    cell: ({ symbol }) => <Market symbol={symbol} />,
  },
  { id: 'state', header: t.columns.state, card: 'end', cell: (row) => openBadge(row.is_open) },
  {
    id: 'times',
    header: t.columns.times,
    align: 'end',
    cell: ({ times }) => spanOf(times, ({ seconds }) => t.seconds(seconds)),
  },
  {
    id: 'payouts',
    header: t.columns.payouts,
    align: 'end',
    cell: ({ times }) => spanOf(times, ({ payout_ratio }) => plainShare(payout_ratio)),
  },
  {
    id: 'stakes',
    header: t.columns.stakes,
    align: 'end',
    spare: 'first',
    cell: ({ times }) => {
      const lowest = times.map(({ min_amount }) => min_amount);
      const highest = times.map(({ max_amount }) => max_amount);
      return spanOf([lowest[0], highest.at(-1)], (amount) => short(amount ?? ''));
    },
  },
  {
    id: 'exposure',
    header: t.columns.exposure,
    align: 'end',
    cell: ({ max_exposure, symbol }) => (
      <>
        {short(max_exposure)} <small>{quoteOf(symbol)}</small>
      </>
    ),
  },
];

/** Columns with the currencies' names; make them once for a list of currencies. */
export const currencyColumns = (currencies: Currencies): readonly Column<OptionCurrencyRow>[] => [
  {
    id: 'currency',
    header: t.columns.currency,
    card: 'title',
    cell: ({ currency_id }) => (
      <span className="inline-flex items-center gap-2">
        <CoinMark code={nameOf(currencies, currency_id)} size={24} />
        <b>{nameOf(currencies, currency_id)}</b>
      </span>
    ),
  },
  { id: 'state', header: t.columns.state, card: 'end', cell: (row) => openBadge(row.is_open) },
  {
    id: 'fee',
    header: t.columns.fee,
    align: 'end',
    cell: ({ fee_rate }) => plainShare(fee_rate),
  },
  {
    id: 'presets',
    header: t.columns.presets,
    align: 'end',
    cell: ({ amounts }) => amounts.map(short).join(', ') || MISSING,
  },
];

export const nameOf = (currencies: Currencies, id: number): string =>
  currencies?.get(id)?.name ?? String(id);
