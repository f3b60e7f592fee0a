/** Options: their terms, orders as users and operators read them, and what the open ones come to. */
import type { OptionCurrency, OptionRow, OptionTerms } from '@fairlead/engine';
import { type AmountMinor, amountMinor } from '@fairlead/units';
import type { Queryable } from '../core/store/database.ts';
import { OUTCOME_RECEIPTS_MAX } from '../core/store/limits.ts';
import { Conditions, type Page, type PageRequest, readPage } from '../core/store/pages.ts';
import { latestSubjects } from '../receipts/index.ts';
import {
  OPTION_COLUMNS,
  type OptionCurrencyRecord,
  type OptionRecord,
  type OptionTermsRecord,
  toOption,
  toOptionCurrency,
  toOptionTerms,
} from './record.ts';

/** All terms, by market. */
export async function readOptionTerms(source: Queryable): Promise<OptionTerms[]> {
  const rows = await source.query<OptionTermsRecord>(
    "SELECT * FROM option_terms WHERE keeps_account('option') ORDER BY market_id",
  );
  return rows.map(toOptionTerms);
}

/** Options that were delivered of late, found by their receipts. */
export async function latestDeliveries(source: Queryable, fromMs: number): Promise<OptionRow[]> {
  const rows = await source.query<OptionRecord>(
    `SELECT ${OPTION_COLUMNS} FROM option_orders WHERE option_id IN (${latestSubjects('delivery')})
     ORDER BY option_id`,
    [OUTCOME_RECEIPTS_MAX, fromMs],
  );
  return rows.map(toOption);
}

/** What options are paid in, by currency. */
export async function readOptionCurrencies(source: Queryable): Promise<OptionCurrency[]> {
  const rows = await source.query<OptionCurrencyRecord>(
    "SELECT * FROM option_currencies WHERE keeps_account('option') ORDER BY currency_id",
  );
  return rows.map(toOptionCurrency);
}

/** Open orders, by id: what a reload reads. */
export async function readOpenOptions(source: Queryable): Promise<OptionRow[]> {
  const rows = await source.query<OptionRecord>(
    `SELECT ${OPTION_COLUMNS} FROM option_orders
     WHERE status = 'open' AND keeps_account('option') ORDER BY option_id`,
  );
  return rows.map(toOption);
}

export interface OptionFilter {
  /** Operators see everybody's. */
  readonly owner?: number;
  readonly marketId?: number;
  readonly status?: OptionRow['status'];
}

/** Orders, newest first. */
export function optionsPage(
  source: Queryable,
  { owner, marketId, status }: OptionFilter,
  request: PageRequest,
): Promise<Page<OptionRow>> {
  const where = new Conditions()
    .add('owner_id =', owner)
    .add('market_id =', marketId)
    .add('status =', status);
  return readPage<OptionRecord, OptionRow>(
    source,
    { columns: OPTION_COLUMNS, from: 'option_orders', where, orderBy: 'option_id DESC' },
    request,
    toOption,
  );
}

/** What one market's open orders come to, in one currency. */
export interface OptionExposure {
  readonly marketId: number;
  readonly currencyId: number;
  readonly risePayout: AmountMinor;
  readonly fallPayout: AmountMinor;
  readonly orders: number;
}

/** By market and currency; markets without open orders are left out. */
export async function optionExposures(source: Queryable): Promise<OptionExposure[]> {
  const rows = await source.query<{
    market_id: number;
    currency_id: number;
    rise: string;
    fall: string;
    orders: bigint;
  }>(
    `SELECT market_id, currency_id, count(*) AS orders,
       sum(CASE direction WHEN 'rise' THEN payout_minor ELSE 0 END)::text AS rise,
       sum(CASE direction WHEN 'fall' THEN payout_minor ELSE 0 END)::text AS fall
     FROM option_orders WHERE status = 'open'
     GROUP BY market_id, currency_id ORDER BY market_id, currency_id`,
  );
  return rows.map((row) => ({
    marketId: row.market_id,
    currencyId: row.currency_id,
    risePayout: amountMinor(BigInt(row.rise)),
    fallPayout: amountMinor(BigInt(row.fall)),
    orders: Number(row.orders),
  }));
}

/** What an owner's open options hold now, by currency. */
export async function openStakes(
  source: Queryable,
  owner: number,
): Promise<{ readonly currencyId: number; readonly amount: bigint }[]> {
  const rows = await source.query<{ currency_id: number; amount: string }>(
    `SELECT currency_id, sum(stake_minor + fee_minor)::text AS amount FROM option_orders
     WHERE owner_id = $1 AND status = 'open' GROUP BY currency_id`,
    [owner],
  );
  return rows.map((row) => ({ currencyId: row.currency_id, amount: BigInt(row.amount) }));
}
