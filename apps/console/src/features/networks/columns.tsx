import { type ChainTerms, type CurrencyInfo, type ResponseOf, WAYS } from '@fairlead/contract';
import { Badge, CoinMark } from '@fairlead/ui';
import { formatExact } from '../../books/amounts.ts';
import type { Column } from '../../lists/DataTable.tsx';
import { sharedTexts } from '../../parts/texts.ts';
import { networkTexts as t } from './texts.ts';

export type BankAccount = ResponseOf<'custodySettings'>['bank_accounts'][number];
export type Currencies = ReadonlyMap<number, CurrencyInfo> | undefined;

const CHAINS_MAX = 10;

/** One number for a network, as the table tells rows apart. */
export const rowIdOf = ({ currency_id, chain }: ChainTerms): number =>
  currency_id * CHAINS_MAX + WAYS.indexOf(chain);

export const nameOf = (currencies: Currencies, id: number): string =>
  currencies?.get(id)?.name ?? String(id);

const Ways = ({ row }: { row: ChainTerms }) => (
  <span className="inline-flex gap-2">
    <Badge kind={row.is_deposit_open ? 'good' : 'plain'}>
      {row.is_deposit_open ? t.ways.in : t.ways.inClosed}
    </Badge>
    <Badge kind={row.is_withdraw_open ? 'good' : 'plain'}>
      {row.is_withdraw_open ? t.ways.out : t.ways.outClosed}
    </Badge>
  </span>
);

/** Columns with the currencies' names; make them once for a list of currencies. */
export const networkColumns = (currencies: Currencies): readonly Column<ChainTerms>[] => [
  {
    id: 'currency',
    header: t.columns.currency,
    card: 'title',
    cell: ({ currency_id, chain }) => (
      <span className="inline-flex items-center gap-2">
        <CoinMark code={nameOf(currencies, currency_id)} size={24} />
        <b>{nameOf(currencies, currency_id)}</b>
        <span className="text-muted">{sharedTexts.chains[chain] ?? chain}</span>
      </span>
    ),
  },
  { id: 'ways', header: t.columns.ways, cell: (row) => <Ways row={row} /> },
  {
    id: 'minDeposit',
    header: t.columns.minDeposit,
    align: 'end',
    spare: 'first',
    cell: ({ min_deposit }) => formatExact(min_deposit),
  },
  {
    id: 'minWithdraw',
    header: t.columns.minWithdraw,
    align: 'end',
    spare: 'first',
    cell: ({ min_withdraw }) => formatExact(min_withdraw),
  },
  {
    id: 'fee',
    header: t.columns.fee,
    align: 'end',
    cell: ({ withdraw_fee }) => formatExact(withdraw_fee),
  },
  {
    id: 'confirmations',
    header: t.columns.confirmations,
    align: 'end',
    spare: 'second',
    cell: ({ confirmations, chain }) => (chain === 'BANK' ? '–' : confirmations),
  },
  {
    id: 'two',
    header: t.columns.two,
    align: 'end',
    cell: ({ two_approvals_from }) => formatExact(two_approvals_from),
  },
];

export const bankColumns = (currencies: Currencies): readonly Column<BankAccount>[] => [
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
  { id: 'holder', header: t.columns.holder, cell: ({ account_name }) => account_name },
  { id: 'number', header: t.columns.number, cell: ({ account_number }) => account_number },
  { id: 'bank', header: t.columns.bank, spare: 'first', cell: ({ bank_name }) => bank_name },
  { id: 'swift', header: t.columns.swift, spare: 'second', cell: ({ swift_code }) => swift_code },
];
