/** Looks at the tables that a killed server left: what was acknowledged is there once, everything else whole or not at all. */
import { type RouteName, routes } from '@fairlead/contract';
import { quickCheck, recount } from '../../../apps/server/src/core/checks/reconciliation.ts';
import type { Database } from '../../../apps/server/src/core/store/database.ts';
import { wholeAnswer } from '../../../apps/server/src/core/store/small-answer.ts';
import { EXCHANGE_TABLES } from '../../../apps/server/src/tables.ts';
import type { Acknowledged, Attempt } from './journal.ts';

/** What a round may not show. */
export class TortureError extends Error {
  override readonly name = 'TortureError';
}

export interface Witness {
  readonly owners: readonly number[];
  readonly acknowledged: readonly Acknowledged[];
  readonly inDoubt: readonly Attempt[];
}

/** Stored answers of doubtful calls, by key: those are whole, the others absent. */
export type Findings = ReadonlyMap<string, string>;

export interface Stored {
  readonly owner_id: bigint;
  readonly key: string;
  readonly route: string;
  readonly body: string;
}

/** Routes that make a row of their own, and where its id is in the answer. */
const MADE: readonly {
  readonly route: RouteName;
  readonly field: 'order' | 'position' | undefined;
  readonly rows: string;
}[] = [
  { route: 'placeOrder', field: 'order', rows: 'SELECT order_id AS id FROM orders' },
  { route: 'openPosition', field: 'position', rows: 'SELECT position_id AS id FROM positions' },
  { route: 'buyOption', field: 'order', rows: 'SELECT option_id AS id FROM option_orders' },
  { route: 'buyHosting', field: 'order', rows: 'SELECT hosting_id AS id FROM hosting_orders' },
  {
    route: 'transfer',
    field: undefined,
    rows: `SELECT id FROM (
      SELECT transfer_id AS id, owner_id FROM transfers
      UNION ALL SELECT transfer_id, owner_id FROM sent_transfers WHERE source <> 'referral_rebates'
    ) AS moved WHERE true`,
  },
];

/** Routes that end a row, and in which states it may be after. */
const ENDED: typeof MADE = [
  {
    route: 'cancelOrder',
    field: 'order',
    rows: "SELECT order_id AS id FROM orders WHERE status = 'cancelled'",
  },
  {
    route: 'closePosition',
    field: 'position',
    rows: "SELECT position_id AS id FROM positions WHERE status IN ('closed', 'cancelled')",
  },
  {
    route: 'redeemHosting',
    field: 'order',
    rows: "SELECT hosting_id AS id FROM hosting_orders WHERE status = 'redeemed'",
  },
];

const fail = (what: string): never => {
  throw new TortureError(what);
};
const labelOf = (name: RouteName): string => `${routes[name].method} ${routes[name].path}`;

/** Throws TortureError with the first thing that is not as it must be, in the databases of all engines together. */
export async function examine(databases: readonly Database[], witness: Witness): Promise<Findings> {
  const { owners, acknowledged, inDoubt } = witness;
  const rows = await fromAll<Stored>(
    databases,
    'SELECT owner_id, key, route, body FROM first_answers WHERE owner_id = ANY($1)',
    [owners],
  );
  const stored = onePerKey(rows.map((row) => ({ ...row, body: wholeAnswer(row.body) })));
  const answers = new Map(stored.map((row) => [`${row.owner_id} ${row.key}`, row.body]));
  for (const { userId, key, route, body } of acknowledged) {
    const kept = answers.get(`${userId} ${key}`);
    // Refusals before the queue, such as a price far from the index, are not kept; successes are.
    if (kept === undefined && !isOk(body)) continue;
    if (kept === undefined) fail(`${route} ${key} was acknowledged and is lost: ${body}`);
    if (kept !== body) fail(`${route} ${key} was answered ${body} and is kept as ${kept}`);
  }
  for (const made of MADE) await compareMade(databases, { owners, stored, made });
  for (const ended of ENDED) await compareEnded(databases, { owners, stored, ended });
  await compareFaucet(databases, { owners, stored });
  await checkBetween(databases);
  for (const database of databases) {
    const drifts = [...(await quickCheck(database, EXCHANGE_TABLES)), ...(await recount(database))];
    for (const { check, subject, difference } of drifts)
      fail(`the books do not add up: ${check} of ${subject} by ${difference}`);
    await checkNumbers(database);
  }
  return new Map(
    inDoubt.flatMap(({ userId, key }) => {
      const body = answers.get(`${userId} ${key}`);
      return body === undefined ? [] : [[key, body] as const];
    }),
  );
}

/** A transfer's answer goes with the money: two engines may keep it, the very same. Of all else one has it. */
export function onePerKey(rows: readonly Stored[]): readonly Stored[] {
  const kept = new Map<string, Stored>();
  for (const row of rows) {
    const name = `${row.owner_id} ${row.key}`;
    const other = kept.get(name);
    if (other !== undefined && row.route !== labelOf('transfer'))
      fail(`${row.route} ${name} is kept by two engines`);
    if (other !== undefined && (other.route !== row.route || other.body !== row.body))
      fail(`two engines keep for ${name} ${other.body} and ${row.body}`);
    kept.set(name, row);
  }
  return [...kept.values()];
}

async function fromAll<Row>(
  databases: readonly Database[],
  ...asked: Parameters<Database['query']>
): Promise<Row[]> {
  const found: Row[] = [];
  for (const database of databases) found.push(...(await database.query<Row>(...asked)));
  return found;
}

const isOk = (body: string): boolean => (JSON.parse(body) as { type: string }).type === 'ok';

interface Told {
  readonly type: string;
  readonly message: {
    readonly id?: number;
    readonly order?: { readonly id: number };
    readonly position?: { readonly id: number };
  };
}

function idsOf(stored: readonly Stored[], { route, field }: (typeof MADE)[number]): number[] {
  const label = labelOf(route);
  return stored.flatMap((row) => {
    if (row.route !== label) return [];
    const { type, message } = JSON.parse(row.body) as Told;
    if (type !== 'ok') return [];
    const id = field === undefined ? message.id : message[field]?.id;
    return id ?? fail(`${label} ${row.key} was answered without an id: ${row.body}`);
  });
}

interface Compared {
  readonly owners: readonly number[];
  readonly stored: readonly Stored[];
}

async function rowsOf(
  databases: readonly Database[],
  rows: string,
  owners: readonly number[],
): Promise<Set<number>> {
  const found = await fromAll<{ id: bigint }>(
    databases,
    `${rows} ${rows.includes('WHERE') ? 'AND' : 'WHERE'} owner_id = ANY($1)`,
    [owners],
  );
  return new Set(found.map(({ id }) => Number(id)));
}

/** As many rows as successes, the very same: an effect without an answer, twice or by half would show. */
async function compareMade(
  databases: readonly Database[],
  { owners, stored, made }: Compared & { readonly made: (typeof MADE)[number] },
): Promise<void> {
  const ids = idsOf(stored, made);
  const told = new Set(ids);
  if (told.size !== ids.length) fail(`two answers of ${made.route} name one row`);
  const present = await rowsOf(databases, made.rows, owners);
  for (const id of told) if (!present.has(id)) fail(`${made.route} ${id} has no row`);
  for (const id of present) if (!told.has(id)) fail(`row ${id} of ${made.route} has no answer`);
}

async function compareEnded(
  databases: readonly Database[],
  { owners, stored, ended }: Compared & { readonly ended: (typeof MADE)[number] },
): Promise<void> {
  const ids = idsOf(stored, ended);
  if (new Set(ids).size !== ids.length) fail(`${ended.route} ended one row twice`);
  const present = await rowsOf(databases, ended.rows, owners);
  for (const id of ids) if (!present.has(id)) fail(`${ended.route} ${id} did not end it`);
}

/** Each grant's entry is named after its key. */
async function compareFaucet(
  databases: readonly Database[],
  { owners, stored }: Compared,
): Promise<void> {
  const label = labelOf('faucet');
  const told = stored
    .filter(({ route, body }) => route === label && isOk(body))
    .map(({ owner_id: owner, key }) => `faucet:${owner}:${key}`)
    .sort();
  const rows = await fromAll<{ reference: string }>(
    databases,
    `SELECT reference FROM journal_entries
     WHERE reason = 'faucet' AND split_part(reference, ':', 2) = ANY($1)`,
    [owners.map(String)],
  );
  const present = rows.map(({ reference }) => reference).sort();
  if (told.join() !== present.join())
    fail(`${told.length} faucet grants were answered, ${present.length} are booked`);
}

/** What engines have of one another is what is on its way between them, to the smallest unit. Nothing may run meanwhile. */
async function checkBetween(databases: readonly Database[]): Promise<void> {
  type Sums = { currency_id: number; minor: bigint };
  const owed = await fromAll<Sums>(
    databases,
    `SELECT currency_id, sum(total_minor)::bigint AS minor FROM balances
     WHERE account = 'other_engines' GROUP BY currency_id`,
  );
  const sent = await fromAll<Sums & { transfer_id: bigint }>(
    databases,
    "SELECT transfer_id, currency_id, amount_minor AS minor FROM sent_transfers WHERE status = 'sent'",
  );
  const credited = await fromAll<{ transfer_id: bigint }>(
    databases,
    "SELECT transfer_id FROM received_transfers WHERE status = 'credited'",
  );
  const there = new Set(credited.map(({ transfer_id: id }) => id));
  if (there.size !== credited.length) fail('two engines credited one transfer');
  const left = new Map<number, bigint>();
  const add = (currency: number, minor: bigint) =>
    left.set(currency, (left.get(currency) ?? 0n) + minor);
  for (const { currency_id: currency, minor } of owed) add(currency, minor);
  for (const { currency_id: currency, minor, transfer_id: id } of sent)
    if (!there.has(id)) add(currency, -minor);
  for (const [currency, minor] of left)
    if (minor !== 0n)
      fail(`engines have ${minor} of one another in ${currency} that is not on its way`);
}

/** Numbers without a gap: what has been given out once is there, and nothing of a batch is missing. */
async function checkNumbers(database: Database): Promise<void> {
  for (const [table, id] of [
    ['orders', 'order_id'],
    ['trades', 'trade_id'],
    ['journal_entries', 'entry_id'],
    ['receipts', 'receipt_id'],
  ] as const) {
    // One engine of several counts from a place of its own.
    const [row] = await database.query<{ count: bigint; last: bigint }>(
      `SELECT count(*) AS count, coalesce(max(${id}) - coalesce(max(begun.after_id), 0), 0) AS last
       FROM ${table} LEFT JOIN number_beginnings AS begun ON true`,
    );
    if (row !== undefined && row.count !== row.last)
      fail(`${table}: ${row.count} rows, the last is ${row.last}`);
  }
  const broken = await database.query<{ receipt_id: bigint }>(
    `SELECT later.receipt_id FROM receipts AS later
     JOIN receipts AS earlier ON earlier.receipt_id = later.receipt_id - 1
     WHERE later.previous_hash <> earlier.hash LIMIT 1`,
  );
  if (broken.length > 0) fail(`the chain of receipts breaks before ${broken[0]?.receipt_id}`);
}
