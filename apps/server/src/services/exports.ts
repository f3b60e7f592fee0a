/** Tables as CSV: amounts and times in plain text, people masked, at most EXPORT_ROWS_MAX rows. */
import { type EXPORTS, type OperatorRole, routes } from '@fairlead/contract';
import { priceText, quantityText } from '@fairlead/formula';
import { priceTicks, quantityLots } from '@fairlead/units';
import type { Context } from '../context.ts';
import { EXPORT_ROWS_MAX } from '../limits.ts';
import { type ExportFilter, type ExportRecord, exportRecords } from '../store/export-queries.ts';
import type { AccountKind } from '../store/user-queries.ts';
import { balanceSheet } from './balance-sheet.ts';
import { type Cell, csv } from './csv.ts';
import { accountName } from './ledger-accounts.ts';
import { maskedAccount } from './masks.ts';
import type { Terms } from './terms.ts';
import { amountText } from './views.ts';

export type ExportName = (typeof EXPORTS)[number];

export interface Export {
  readonly csv: string;
  readonly rows: number;
}

/** What shows the same on the screen: whoever may not read it there gets no file of it (security.md V5). */
const SHOWN_BY = {
  deposits: 'operatorDeposits',
  withdrawals: 'operatorWithdrawals',
  verifications: 'operatorVerifications',
  users: 'operatorUsers',
  postings: 'ledgerEntries',
  audit: 'auditLog',
  balance_sheet: 'balanceSheet',
  orders: 'ledgerEntries',
  trades: 'ledgerEntries',
} as const satisfies Readonly<Record<ExportName, keyof typeof routes>>;

/** Whether a role may have a table. */
export function mayExport(role: OperatorRole, what: ExportName): boolean {
  const { access } = routes[SHOWN_BY[what]];
  return role === 'owner' || (access.who === 'operator' && access.roles.includes(role));
}

type ExportContext = Pick<Context, 'database' | 'terms' | 'clock' | 'reconciler'>;

/** Writes one table. */
export async function exportTable(
  context: ExportContext,
  what: ExportName,
  filter: Omit<ExportFilter, 'rowsMax'>,
): Promise<Export> {
  const rows =
    what === 'balance_sheet' ? await sheetRows(context) : await tableRows(context, what, filter);
  const [first] = rows;
  return {
    csv: csv(first === undefined ? [] : Object.keys(first), rows.map(Object.values)),
    rows: rows.length,
  };
}

type Row = Readonly<Record<string, Cell>>;

async function tableRows(
  { database, terms }: ExportContext,
  what: Exclude<ExportName, 'balance_sheet'>,
  filter: Omit<ExportFilter, 'rowsMax'>,
): Promise<Row[]> {
  const records = await exportRecords(database, what, { ...filter, rowsMax: EXPORT_ROWS_MAX });
  const shown = (record: ExportRecord): Row => {
    if (what === 'orders') return orderRow(record, terms);
    if (what === 'trades') return tradeRow(record, terms);
    return plainRow(record, terms);
  };
  return records.map(shown);
}

/** Columns as they are, but for amounts, times, and whose they are. */
function plainRow(record: ExportRecord, terms: Terms): Row {
  const { user_kind, user_account, area_code, currency_id, ...columns } = record;
  const currency = currency_id === undefined ? undefined : terms.knownCurrency(Number(currency_id));
  const cells: Record<string, Cell> = {};
  for (const [name, value] of Object.entries(columns)) {
    if (name === 'account' && columns['owner_id'] !== undefined)
      cells['account'] = accountName(Number(columns['owner_id']), String(value));
    else if (name.endsWith('_minor') && currency !== undefined)
      cells[name.slice(0, -'_minor'.length)] =
        value === null ? undefined : amountText(BigInt(String(value)), currency);
    else Object.assign(cells, plainCell(name, value));
    if (name === 'owner_id' || (name === 'user_id' && user_account !== undefined))
      Object.assign(cells, userCell({ user_kind, user_account, area_code }));
  }
  return currency === undefined ? cells : { ...cells, currency: currency.name };
}

function userCell({ user_kind, user_account, area_code }: ExportRecord): Row {
  if (user_account === undefined) return {};
  const kind = user_kind as AccountKind;
  const areaCode = area_code === null ? undefined : String(area_code);
  return { user: maskedAccount({ kind, account: String(user_account), areaCode }) };
}

/** Times as ISO 8601 in UTC. */
function plainCell(name: string, value: unknown): Row {
  if (value === null || value === undefined)
    return { [name.endsWith('_ms') ? name.slice(0, -3) : name]: undefined };
  if (name.endsWith('_ms')) return { [name.slice(0, -3)]: new Date(Number(value)).toISOString() };
  return { [name]: typeof value === 'bigint' ? value : String(value) };
}

/** Ticks and lots as text, in the grid of the order's own time. */
function orderRow(record: ExportRecord, terms: Terms): Row {
  const { market_id, price_ticks, quantity_lots, ...rest } = record;
  const market = terms.knownMarket(Number(market_id));
  const grid = terms.gridOfOrder(market.marketId, Number(rest['order_id']));
  const { filled_quantity_lots, filled_amount_minor, fee_minor, ...plain } = rest;
  const lots = (value: unknown): Cell =>
    value === null
      ? undefined
      : quantityText(quantityLots(Number(value)), grid.lotBaseMinor, market.base.scale);
  const received = plain['side'] === 'buy' ? market.base : market.quote;
  const { created_at_ms, updated_at_ms, ...names } = plain;
  return {
    ...plainRow(names, terms),
    symbol: market.symbol,
    price:
      price_ticks === null
        ? undefined
        : priceText(priceTicks(Number(price_ticks)), grid.tickSizeE8),
    quantity: lots(quantity_lots),
    filled_quantity: lots(filled_quantity_lots),
    filled_amount: amountText(BigInt(String(filled_amount_minor)), market.quote),
    fee: amountText(BigInt(String(fee_minor)), received),
    ...plainRow({ created_at_ms, updated_at_ms }, terms),
  };
}

function tradeRow(record: ExportRecord, terms: Terms): Row {
  const market = terms.knownMarket(Number(record['market_id']));
  const grid = terms.gridOfTrade(market.marketId, Number(record['trade_id']));
  const isBuy = record['side'] === 'buy';
  const fee = (name: string, isBuyer: boolean): string =>
    amountText(BigInt(String(record[name])), isBuyer ? market.base : market.quote);
  return {
    trade_id: String(record['trade_id']),
    symbol: market.symbol,
    side: String(record['side']),
    price: priceText(priceTicks(Number(record['price_ticks'])), grid.tickSizeE8),
    quantity: quantityText(
      quantityLots(Number(record['quantity_lots'])),
      grid.lotBaseMinor,
      market.base.scale,
    ),
    amount: amountText(BigInt(String(record['notional_minor'])), market.quote),
    maker_user_id: String(record['maker_owner_id']),
    taker_user_id: String(record['taker_owner_id']),
    maker_fee: fee('maker_fee_minor', !isBuy),
    taker_fee: fee('taker_fee_minor', isBuy),
    time: new Date(Number(record['time_ms'])).toISOString(),
  };
}

async function sheetRows(context: ExportContext): Promise<Row[]> {
  const { currencies } = await balanceSheet(context);
  return currencies.flatMap(({ currency, liabilities, house, sum }) => [
    ...liabilities.map(({ account, total }) => ({ currency, account: `users:${account}`, total })),
    ...house.map(({ account, total }) => ({ currency, account: `house:${account}`, total })),
    { currency, account: 'sum', total: sum },
  ]);
}
