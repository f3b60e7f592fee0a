/** What the fixtures of the last version hold: how its users lived, and what each of them could ask for then. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { RECORDED } from '../../apps/server/test/support/spawned.ts';
import { call } from '../support/api.ts';
import { FIRST_OPERATOR, PASSWORD } from '../support/people.ts';

export const FIXTURES = path.join(import.meta.dirname, 'fixtures');
export const FOLDER_FILE = 'folder.tar.zst';
export const DATABASE_FILE = 'database.sql.zst';
export const BACKUP_FILE = 'last.backup';

/** Settings of the exchange, then and now. */
export const SETTINGS = {
  SECRET_KEY: 'lamps are lit before the harbour wakes',
  FEED: RECORDED,
  BOTS: 'false',
  RATE_LIMIT_FACTOR: '1000',
  COOLING_OFF_HOURS: '0',
  ...FIRST_OPERATOR,
};
export const BACKUP_KEY = 'a pilot reads the water, never the chart alone';

export interface Past {
  /** Commit of this repository, version and number of migrations that wrote it. */
  readonly commit: string;
  readonly version: string;
  readonly migrations: number;
  readonly users: readonly PastUser[];
  /** The public chain. */
  readonly receipts: readonly { readonly id: number; readonly hash: string }[];
}

export interface PastUser {
  readonly email: string;
  readonly state: UserState;
}

/** What does not move by itself of what a user sees. */
export type UserState = Awaited<ReturnType<typeof stateOf>>;

/** By the name of the fixture without its ending: `folder` and `database`. */
export const readPast = (name: string): Past =>
  JSON.parse(readFileSync(path.join(FIXTURES, `${name}.json`), 'utf8'));

const ALL = { limit: '100' };
/** Figures that follow the price and the clock. */
const MOVING: ReadonlySet<string> = new Set([
  'current_price',
  // Of a position: what its close would cost now is in it.
  'fees',
  'unrealised_pnl',
  'net_pnl',
  'margin_ratio',
  'remaining_ms',
]);

/** As the API writes it, in its own order, without what moves with prices. */
export async function stateOf(url: string, token: string) {
  const { accounts } = await call(url, 'wallet', {}, token);
  const balances = accounts.flatMap(({ account, balances: own }) =>
    own
      .filter(({ available, frozen }) => Number(available) !== 0 || Number(frozen) !== 0)
      .map(({ currency_id, available, frozen }) => ({ account, currency_id, available, frozen })),
  );
  const [orders, positions, options, deposits, withdrawals] = await Promise.all([
    call(url, 'orders', ALL, token),
    call(url, 'positions', ALL, token),
    call(url, 'optionOrders', ALL, token),
    call(url, 'deposits', ALL, token),
    call(url, 'withdrawals', ALL, token),
  ]);
  return {
    balances,
    ...still({
      orders: orders.list,
      positions: positions.list,
      options: options.list,
      deposits: deposits.list,
      withdrawals: withdrawals.list,
    }),
  };
}

function still<Value>(value: Value): Value {
  return JSON.parse(
    JSON.stringify(value, (name, each) => (MOVING.has(name) ? undefined : each)),
  ) as Value;
}

/** A user of then comes back. */
export async function comeBack(url: string, email: string): Promise<string> {
  const account = { account_type: 'email', account: email, password: PASSWORD };
  return (await call(url, 'login', account)).token;
}
