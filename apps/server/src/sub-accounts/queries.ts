/** Sub-accounts, what they may open, and what was moved into them. */
import type { SubAccountProduct } from '@fairlead/contract';
import type { Queryable } from '../core/store/database.ts';

export interface SubAccountRow {
  readonly subAccountId: number;
  readonly mainId: number;
  readonly name: string;
  readonly products: readonly SubAccountProduct[];
  readonly createdAtMs: number;
}

interface SubAccountRecord {
  readonly sub_account_id: bigint;
  readonly main_id: bigint;
  readonly name: string;
  readonly products: readonly SubAccountProduct[];
  readonly created_at_ms: bigint;
}

const COLUMNS = 'sub_account_id, main_id, name, products, created_at_ms';

const toSubAccount = (row: SubAccountRecord): SubAccountRow => ({
  subAccountId: Number(row.sub_account_id),
  mainId: Number(row.main_id),
  name: row.name,
  products: row.products,
  createdAtMs: Number(row.created_at_ms),
});

/** Of a main account, in the order of their places. */
export async function subAccountsOf(source: Queryable, mainId: number): Promise<SubAccountRow[]> {
  const rows = await source.query<SubAccountRecord>(
    `SELECT ${COLUMNS} FROM sub_accounts WHERE main_id = $1 ORDER BY sub_account_id`,
    [mainId],
  );
  return rows.map(toSubAccount);
}

export async function findSubAccount(
  source: Queryable,
  subAccountId: number,
): Promise<SubAccountRow | undefined> {
  const rows = await source.query<SubAccountRecord>(
    `SELECT ${COLUMNS} FROM sub_accounts WHERE sub_account_id = $1`,
    [subAccountId],
  );
  return rows.map(toSubAccount)[0];
}

/** Adds one: a user without a password whom nobody can log in as, by its main account's language. */
export async function insertSubAccount(
  transaction: Queryable,
  row: SubAccountRow,
  inviteCode: string,
): Promise<void> {
  const { subAccountId, mainId, name, products, createdAtMs } = row;
  await transaction.query(
    `INSERT INTO users (user_id, kind, account, password_hash, nickname, invite_code, lang, is_bot, created_at_ms)
     OVERRIDING SYSTEM VALUE
     SELECT $1::bigint, 'email', $6::text, '', $3::text, $4::text, lang, is_bot, $5::bigint
     FROM users WHERE user_id = $2`,
    // An address of none (RFC 2606).
    [subAccountId, mainId, name, inviteCode, createdAtMs, `${subAccountId}@sub-account.invalid`],
  );
  await transaction.query(
    `INSERT INTO sub_accounts (${COLUMNS}) VALUES ($1, $2, $3, $4::text[], $5)`,
    [subAccountId, mainId, name, products, createdAtMs],
  );
}

export async function updateSubAccount(
  transaction: Queryable,
  { subAccountId, name, products }: Pick<SubAccountRow, 'subAccountId' | 'name' | 'products'>,
): Promise<void> {
  await transaction.query(
    'UPDATE sub_accounts SET name = $2, products = $3::text[] WHERE sub_account_id = $1',
    [subAccountId, name, products],
  );
}

/** Which of some accounts are frozen. */
export async function frozenAmong(
  source: Queryable,
  ownerIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const rows = await source.query<{ owner_id: bigint }>(
    'SELECT owner_id FROM owners WHERE is_frozen AND owner_id = ANY ($1::bigint[])',
    [ownerIds],
  );
  return new Set(rows.map((row) => Number(row.owner_id)));
}

export interface DailyLimit {
  readonly currencyId: number;
  readonly amount: bigint;
}

interface LimitRecord {
  readonly sub_account_id: bigint;
  readonly currency_id: number;
  readonly amount_minor: bigint;
}

/** By sub-account. */
export async function dailyLimitsOf(
  source: Queryable,
  subAccountIds: readonly number[],
): Promise<ReadonlyMap<number, readonly DailyLimit[]>> {
  const rows = await source.query<LimitRecord>(
    `SELECT sub_account_id, currency_id, amount_minor FROM sub_account_limits
     WHERE sub_account_id = ANY ($1::bigint[]) ORDER BY currency_id`,
    [subAccountIds],
  );
  const limits = Map.groupBy(rows, (row) => Number(row.sub_account_id));
  return new Map(
    [...limits].map(([id, list]) => [
      id,
      list.map((row) => ({ currencyId: row.currency_id, amount: row.amount_minor })),
    ]),
  );
}

/** Sets all of one anew. */
export async function replaceDailyLimits(
  transaction: Queryable,
  subAccountId: number,
  limits: readonly DailyLimit[],
): Promise<void> {
  await transaction.query('DELETE FROM sub_account_limits WHERE sub_account_id = $1', [
    subAccountId,
  ]);
  await transaction.query(
    `INSERT INTO sub_account_limits (sub_account_id, currency_id, amount_minor)
     SELECT $1, * FROM unnest($2::integer[], $3::numeric[])`,
    [
      subAccountId,
      limits.map(({ currencyId }) => currencyId),
      limits.map(({ amount }) => String(amount)),
    ],
  );
}

/** What came into a sub-account from its family since a moment, by the journal. */
export async function movedIn(
  source: Queryable,
  moved: { readonly subAccountId: number; readonly currencyId: number; readonly sinceMs: number },
): Promise<bigint> {
  const [row] = await source.query<{ sum: string }>(
    `SELECT coalesce(sum(amount_minor), 0)::text AS sum
     FROM postings JOIN journal_entries USING (entry_id)
     WHERE owner_id = $1 AND owner_id <> 0 AND currency_id = $2 AND amount_minor > 0
       AND reason = 'family_transfer' AND journal_entries.time_ms >= $3`,
    [moved.subAccountId, moved.currencyId, moved.sinceMs],
  );
  return BigInt(row?.sum ?? 0);
}
