/** People and records that an operator looks for by one text: each kind of text by an index, at most so many of each. */
import type { Queryable, SqlValue } from '../core/store/database.ts';

const EACH_MAX = 10;

export interface FoundRecord {
  readonly kind: 'deposit' | 'withdrawal' | 'verification' | 'subscription';
  readonly id: number;
  readonly userId: number;
  readonly status: string;
  /** Of a withdrawal. */
  readonly sendState: string | undefined;
  readonly timeMs: number;
}

interface FoundRow {
  readonly kind: FoundRecord['kind'];
  readonly id: bigint;
  readonly owner: bigint;
  readonly status: string;
  readonly send_state: string | null;
  readonly created: bigint;
}

const TABLES: Readonly<
  Record<FoundRecord['kind'], { from: string; id: string; owner: string; state: string }>
> = {
  withdrawal: { from: 'withdrawals', id: 'withdrawal_id', owner: 'owner_id', state: 'send_state' },
  deposit: { from: 'deposits', id: 'deposit_id', owner: 'owner_id', state: 'NULL' },
  verification: {
    from: 'verifications',
    id: 'verification_id',
    owner: 'user_id',
    state: 'NULL',
  },
  subscription: { from: 'subscriptions', id: 'subscription_id', owner: 'owner_id', state: 'NULL' },
};

const selectOf = (kind: FoundRecord['kind'], where: string): string => {
  const { from, id, owner, state } = TABLES[kind];
  return `(SELECT '${kind}' AS kind, ${id} AS id, ${owner} AS owner, status, ${state}::text AS send_state,
    created_at_ms AS created FROM ${from} WHERE ${where} ORDER BY ${id} DESC LIMIT ${EACH_MAX})`;
};

async function recordsBy(
  source: Queryable,
  selects: readonly string[],
  values: readonly SqlValue[],
): Promise<FoundRecord[]> {
  const rows = await source.query<FoundRow>(selects.join(' UNION ALL '), [...values]);
  return rows.map((row) => ({
    kind: row.kind,
    id: Number(row.id),
    userId: Number(row.owner),
    status: row.status,
    sendState: row.send_state ?? undefined,
    timeMs: Number(row.created),
  }));
}

export const recordsById = (source: Queryable, id: number): Promise<FoundRecord[]> =>
  recordsBy(
    source,
    (Object.keys(TABLES) as FoundRecord['kind'][]).map((kind) =>
      selectOf(kind, `${TABLES[kind].id} = $1`),
    ),
    [id],
  );

/** By a transaction: 64 hexadecimal digits in small letters, without 0x. */
export const recordsByTx = (source: Queryable, digits: string): Promise<FoundRecord[]> =>
  recordsBy(
    source,
    [
      selectOf('withdrawal', "tx_id IS NOT NULL AND regexp_replace(lower(tx_id), '^0x', '') = $1"),
      selectOf('deposit', 'tx_id = ANY ($2::text[])'),
    ],
    [digits, [digits, `0x${digits}`, digits.toUpperCase(), `0x${digits.toUpperCase()}`]],
  );

/** By what a deposit was credited under, or what a bank transfer was paid with. */
export const recordsByReference = (source: Queryable, text: string): Promise<FoundRecord[]> =>
  recordsBy(
    source,
    [
      selectOf(
        'deposit',
        "reference IS NOT NULL AND upper(regexp_replace(reference, ' ', '', 'g')) = $1",
      ),
      selectOf('withdrawal', "tx_id IS NOT NULL AND regexp_replace(lower(tx_id), '^0x', '') = $2"),
    ],
    [text.replaceAll(' ', '').toUpperCase(), text.toLowerCase()],
  );

export const withdrawalsTo = (source: Queryable, address: string): Promise<FoundRecord[]> =>
  recordsBy(
    source,
    [selectOf('withdrawal', "destination_kind = 'crypto' AND lower(address) = $1")],
    [address.toLowerCase()],
  );

async function userIds(
  source: Queryable,
  sql: string,
  values: readonly SqlValue[],
): Promise<number[]> {
  const rows = await source.query<{ user_id: bigint }>(`${sql} LIMIT ${EACH_MAX}`, values);
  return rows.map((row) => Number(row.user_id));
}

/** Whose deposit address it is. */
export const usersByAddress = (source: Queryable, address: string): Promise<number[]> =>
  userIds(source, 'SELECT DISTINCT user_id FROM deposit_addresses WHERE lower(address) = $1', [
    address.toLowerCase(),
  ]);

export const usersByAccount = (source: Queryable, account: string): Promise<number[]> =>
  userIds(source, 'SELECT user_id FROM users WHERE account = $1', [account]);

/** As `a***@example.com` shows them. */
export const usersByEmailMask = (
  source: Queryable,
  first: string,
  domain: string,
): Promise<number[]> =>
  userIds(
    source,
    `SELECT user_id FROM users WHERE kind = 'email' AND left(account, 1) = $1
       AND split_part(account, '@', 2) = $2 ORDER BY user_id DESC`,
    [first, domain],
  );

/** As `+81 *** 1234` shows them. */
export const usersByPhoneMask = (
  source: Queryable,
  areaCode: string,
  tail: string,
): Promise<number[]> =>
  userIds(
    source,
    `SELECT user_id FROM users WHERE kind = 'phone' AND area_code = $1 AND right(account, 4) = $2
     ORDER BY user_id DESC`,
    [areaCode, tail],
  );

export const usersByNickname = (source: Queryable, beginning: string): Promise<number[]> =>
  userIds(source, 'SELECT user_id FROM users WHERE lower(nickname) LIKE $1 ORDER BY user_id DESC', [
    `${beginning.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`,
  ]);
