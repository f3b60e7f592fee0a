/** Limits of the hot wallets, and what the tables say of money that leaves and of addresses that got some. */
import type { Chain, TreasuryLimitsRecord } from '@fairlead/contract';
import type { Queryable } from '../core/store/database.ts';
import { Conditions, type Page, type PageRequest, readPage } from '../core/store/pages.ts';

/** A currency on a chain. */
export interface Place {
  readonly chain: Chain;
  readonly currencyId: number;
}

/** Minor units of the ledger: minimum ≤ target ≤ maximum. */
export interface Limits {
  readonly minimum: bigint;
  readonly target: bigint;
  readonly maximum: bigint;
}

export interface LimitsRow extends Limits, Place {
  readonly id: number;
  readonly proposalId: number;
  readonly setAtMs: number;
}

interface LimitsRecord {
  readonly treasury_limit_id: bigint;
  readonly chain: Chain;
  readonly currency_id: number;
  readonly minimum: string;
  readonly target: string;
  readonly maximum: string;
  readonly proposal_id: bigint;
  readonly set_at_ms: bigint;
}

const COLUMNS = `treasury_limit_id, chain, currency_id, minimum_minor::text AS minimum,
  target_minor::text AS target, maximum_minor::text AS maximum, proposal_id, set_at_ms`;

const toLimits = (row: LimitsRecord): LimitsRow => ({
  id: Number(row.treasury_limit_id),
  chain: row.chain,
  currencyId: row.currency_id,
  minimum: BigInt(row.minimum),
  target: BigInt(row.target),
  maximum: BigInt(row.maximum),
  proposalId: Number(row.proposal_id),
  setAtMs: Number(row.set_at_ms),
});

/** The last of each currency and chain. */
export async function limitsInForce(source: Queryable): Promise<LimitsRow[]> {
  const rows = await source.query<LimitsRecord>(
    `SELECT DISTINCT ON (chain, currency_id) ${COLUMNS} FROM treasury_limits
     ORDER BY chain, currency_id, treasury_limit_id DESC`,
  );
  return rows.map(toLimits);
}

/** False where others were set meanwhile than those that these follow; `replaces` is their id, 0 for none. */
export async function insertLimits(
  source: Queryable,
  row: Omit<LimitsRow, 'id'> & { readonly replaces: number },
): Promise<boolean> {
  const inserted = await source.query(
    `INSERT INTO treasury_limits (chain, currency_id, replaces, minimum_minor, target_minor, maximum_minor, proposal_id, set_at_ms)
     VALUES ($1, $2, $3, $4::numeric, $5::numeric, $6::numeric, $7, $8)
     ON CONFLICT DO NOTHING RETURNING treasury_limit_id`,
    [
      ...[row.chain, row.currencyId, row.replaces],
      ...[String(row.minimum), String(row.target), String(row.maximum)],
      ...[row.proposalId, row.setAtMs],
    ],
  );
  return inserted.length > 0;
}

/** Whether a proposal was carried out. */
export async function isLimitSet(source: Queryable, proposalId: number): Promise<boolean> {
  const rows = await source.query('SELECT 1 AS one FROM treasury_limits WHERE proposal_id = $1', [
    proposalId,
  ]);
  return rows.length > 0;
}

export interface LimitsHistory extends LimitsRow {
  readonly proposedBy: string;
  readonly decidedBy: string;
  readonly reason: TreasuryLimitsRecord['reason'];
}

/** Newest first, with who proposed and who decided. */
export function limitsPage(
  source: Queryable,
  { chain, currencyId, ...request }: PageRequest & Partial<Place>,
): Promise<Page<LimitsHistory>> {
  const where = new Conditions().add('chain =', chain).add('currency_id =', currencyId);
  const listing = {
    columns: `${COLUMNS}, proposer.name AS proposed_by, decider.name AS decided_by, reason`,
    from: `treasury_limits JOIN proposals USING (proposal_id)
      JOIN operators AS proposer ON proposer.operator_id = proposals.proposed_by
      JOIN operators AS decider ON decider.operator_id = proposals.decided_by`,
    where,
    orderBy: 'treasury_limit_id DESC',
  };
  type Row = LimitsRecord & Readonly<Record<'proposed_by' | 'decided_by' | 'reason', string>>;
  return readPage<Row, LimitsHistory>(source, listing, request, (row) => ({
    ...toLimits(row),
    proposedBy: row.proposed_by,
    decidedBy: row.decided_by,
    reason: row.reason,
  }));
}

export interface LeavingSum extends Place {
  readonly state: 'idle' | 'signed' | 'unknown';
  readonly count: number;
  /** After fees. */
  readonly amount: bigint;
}

/** Passed withdrawals that have not left for good, by index of open work. */
export async function leavingSums(source: Queryable): Promise<LeavingSum[]> {
  const rows = await source.query<{
    chain: Chain;
    currency_id: number;
    send_state: LeavingSum['state'];
    count: bigint;
    amount: string;
  }>(
    `SELECT chain, currency_id, send_state, count(*) AS count, sum(amount_minor - fee_minor)::text AS amount
     FROM withdrawals
     WHERE status = 'passed' AND send_state <> 'sent' AND send_state IN ('idle', 'signed', 'unknown')
       AND chain IS NOT NULL
     GROUP BY chain, currency_id, send_state`,
  );
  return rows.map((row) => ({
    ...{ chain: row.chain, currencyId: row.currency_id, state: row.send_state },
    ...{ count: Number(row.count), amount: BigInt(row.amount) },
  }));
}

/** The deposit addresses that got most of the newest payments of a chain in a currency. */
export async function paidAddresses(
  source: Queryable,
  { chain, currencyId }: Place,
  { payments, addresses }: { readonly payments: number; readonly addresses: number },
): Promise<string[]> {
  const rows = await source.query<{ address: string }>(
    `SELECT address FROM (
       SELECT address, currency_id, amount_minor FROM chain_transfers WHERE chain = $1
       ORDER BY height DESC LIMIT $3) AS newest
     WHERE currency_id = $2 GROUP BY address ORDER BY sum(amount_minor) DESC, address LIMIT $4`,
    [chain, currencyId, payments, addresses],
  );
  return rows.map(({ address }) => address);
}
