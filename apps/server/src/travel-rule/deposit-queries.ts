/** Deposits that are held until it is known whose wallets they came from, and what became of each. */
import type { OperatorOrigin } from '@fairlead/contract';
import { ORIGIN_NEEDED } from '@fairlead/engine';
import type { Queryable } from '../core/store/database.ts';
import {
  ORIGIN_AWAY,
  ORIGIN_MISMATCH,
  ORIGIN_REFUSED,
  ORIGIN_UNSAID,
  ORIGIN_UNVERIFIED,
} from '../holds/index.ts';

export type OriginAnswer = NonNullable<OperatorOrigin['answer']>;

/** What a user says of a deposit. */
export interface Origin {
  readonly wallet: 'own' | 'provider';
  readonly provider?: string | undefined;
  readonly originator?: string | undefined;
}

interface OriginRecord {
  readonly wallet: Origin['wallet'] | null;
  readonly provider: string | null;
  readonly originator: string | null;
}

const toOrigin = ({ wallet, provider, originator }: OriginRecord): Origin | undefined =>
  wallet === null
    ? undefined
    : {
        wallet,
        ...(provider !== null && { provider }),
        ...(originator !== null && { originator }),
      };

/** Credited, and frozen at its owner. */
export const IS_HELD = `deposits.status = 'under_review' AND deposits.is_suspended AND deposits.reason = '${ORIGIN_NEEDED}'`;
export const WAITS = `('${ORIGIN_UNSAID}', '${ORIGIN_AWAY}', '${ORIGIN_UNVERIFIED}')`;
const FOUND = `('${ORIGIN_REFUSED}', '${ORIGIN_MISMATCH}')`;
const IS_REFUSED = "coalesce(asked.answer <> 'accepted', false)";
const IS_VERIFIED = `coalesce((SELECT who.status = 'passed' FROM verifications AS who
  WHERE who.user_id = asked.user_id AND who.level = 'basic' ORDER BY who.verification_id DESC LIMIT 1), false)`;
/** Its time ended, or two let go of it: of a refusal only after it came. */
const IS_ENDED = `(holds.outcome IN ('released', 'lapsed')
  AND (holds.reason IN ${FOUND} OR (asked.answer IS NULL AND holds.reason IN ${WAITS})))`;
/** Whatever its owner said, a refusal is people's to look at. */
const IS_DONE = `coalesce((asked.wallet = 'own' AND NOT ${IS_REFUSED}) OR asked.answer = 'accepted' OR ${IS_ENDED}, false)`;

/** Takes up what is held and not yet taken up. */
export async function takeUpDeposits(source: Queryable, nowMs: number): Promise<void> {
  await source.query(
    `INSERT INTO travel_deposits (deposit_id, user_id, created_at_ms, next_try_ms)
     SELECT deposit_id, owner_id, $1::bigint, $1::bigint FROM deposits
     WHERE ${IS_HELD} AND NOT EXISTS (SELECT FROM travel_deposits AS taken WHERE taken.deposit_id = deposits.deposit_id)
     ON CONFLICT (deposit_id) DO NOTHING`,
    [nowMs],
  );
}

/** One that waits for its owner’s word or for an answer, or did. */
export interface AskedDeposit {
  readonly userId: number;
  readonly isHeld: boolean;
  readonly currencyId: number;
  readonly amount: bigint;
  readonly chain: string;
  readonly senders: readonly string[];
  readonly origin: Origin | undefined;
  readonly isAnswered: boolean;
}

export async function askedDeposit(
  source: Queryable,
  depositId: number,
): Promise<AskedDeposit | undefined> {
  const [row] = await source.query<
    OriginRecord & {
      user_id: bigint;
      is_held: boolean;
      currency_id: number;
      amount: string;
      chain: string;
      senders: string[] | null;
      answer: string | null;
    }
  >(
    `SELECT owner_id AS user_id, (${IS_HELD}) AS is_held, deposits.currency_id, deposits.amount_minor::text AS amount, deposits.chain,
       (SELECT paid.senders FROM chain_transfers AS paid WHERE paid.deposit_id = deposits.deposit_id LIMIT 1) AS senders,
       wallet, provider, originator, answer
     FROM deposits LEFT JOIN travel_deposits AS asked USING (deposit_id)
     WHERE deposit_id = $1 AND kind = 'chain'`,
    [depositId],
  );
  return (
    row && {
      userId: Number(row.user_id),
      isHeld: row.is_held,
      currencyId: row.currency_id,
      amount: BigInt(row.amount),
      chain: row.chain,
      senders: row.senders ?? [],
      origin: toOrigin(row),
      isAnswered: row.answer !== null,
    }
  );
}

/** Keeps what its owner says; false where something was said, or answered, before. */
export async function keepOrigin(
  source: Queryable,
  said: {
    readonly depositId: number;
    readonly userId: number;
    readonly origin: Origin;
    readonly nowMs: number;
  },
): Promise<boolean> {
  const { wallet, provider, originator } = said.origin;
  const rows = await source.query(
    `INSERT INTO travel_deposits AS asked
       (deposit_id, user_id, created_at_ms, next_try_ms, wallet, provider, originator, declared_at_ms)
     VALUES ($1, $2, $6, $6, $3, $4, $5, $6)
     ON CONFLICT (deposit_id) DO UPDATE SET wallet = excluded.wallet, provider = excluded.provider,
       originator = excluded.originator, declared_at_ms = excluded.declared_at_ms, next_try_ms = excluded.next_try_ms
     WHERE asked.wallet IS NULL AND asked.answer IS NULL RETURNING deposit_id`,
    [said.depositId, said.userId, wallet, provider ?? null, originator ?? null, said.nowMs],
  );
  return rows.length > 0;
}

export interface DueOrigin {
  readonly depositId: number;
  readonly userId: number;
  readonly attempts: number;
  readonly currencyId: number;
  readonly amount: bigint;
  readonly chain: string;
  readonly txId: string;
  readonly address: string;
  readonly provider: string;
  readonly originator: string;
}

/** Those of which a provider is to be asked now, the oldest first. */
export async function dueOrigins(
  source: Queryable,
  { nowMs, limit }: { readonly nowMs: number; readonly limit: number },
): Promise<DueOrigin[]> {
  const rows = await source.query<{
    deposit_id: bigint;
    user_id: bigint;
    attempts: number;
    currency_id: number;
    amount: string;
    chain: string;
    tx_id: string;
    address: string;
    provider: string;
    originator: string;
  }>(
    `SELECT asked.deposit_id, asked.user_id, attempts, deposits.currency_id, deposits.amount_minor::text AS amount, deposits.chain, deposits.tx_id,
       paid.address, provider, originator
     FROM travel_deposits AS asked JOIN deposits USING (deposit_id)
       JOIN chain_transfers AS paid ON paid.deposit_id = asked.deposit_id
     WHERE answer IS NULL AND wallet = 'provider' AND next_try_ms <= $1 AND ${IS_HELD}
     ORDER BY next_try_ms, asked.deposit_id LIMIT ${limit}`,
    [nowMs],
  );
  return rows.map((row) => ({
    depositId: Number(row.deposit_id),
    userId: Number(row.user_id),
    attempts: row.attempts,
    currencyId: row.currency_id,
    amount: BigInt(row.amount),
    chain: row.chain,
    txId: row.tx_id,
    address: row.address,
    provider: row.provider,
    originator: row.originator,
  }));
}

export async function postponeOrigin(
  source: Queryable,
  { depositId, nextTryMs }: { readonly depositId: number; readonly nextTryMs: number },
): Promise<void> {
  await source.query(
    `UPDATE travel_deposits SET attempts = attempts + 1, next_try_ms = $2
     WHERE deposit_id = $1 AND answer IS NULL`,
    [depositId, nextTryMs],
  );
}

export interface NewAnswer {
  readonly depositId: number;
  readonly userId: number;
  readonly answer: OriginAnswer;
  readonly reason: string | undefined;
  readonly reference: string;
  readonly nowMs: number;
}

/** False where it was answered before. A message may come before its deposit is taken up. */
export async function keepOriginAnswer(source: Queryable, said: NewAnswer): Promise<boolean> {
  const rows = await source.query(
    `INSERT INTO travel_deposits AS asked
       (deposit_id, user_id, created_at_ms, next_try_ms, answer, reason, reference, answered_at_ms)
     VALUES ($1, $2, $6, $6, $3, $4, $5, $6)
     ON CONFLICT (deposit_id) DO UPDATE SET answer = excluded.answer, reason = excluded.reason,
       reference = excluded.reference, answered_at_ms = excluded.answered_at_ms
     WHERE asked.answer IS NULL RETURNING deposit_id`,
    [said.depositId, said.userId, said.answer, said.reason ?? null, said.reference, said.nowMs],
  );
  return rows.length > 0;
}

export async function keepOriginHold(
  source: Queryable,
  { depositId, holdId }: { readonly depositId: number; readonly holdId: number },
): Promise<void> {
  await source.query(
    'UPDATE travel_deposits SET hold_id = $2 WHERE deposit_id = $1 AND hold_id IS DISTINCT FROM $2',
    [depositId, holdId],
  );
}

export type OriginHold =
  | typeof ORIGIN_UNSAID
  | typeof ORIGIN_AWAY
  | typeof ORIGIN_UNVERIFIED
  | typeof ORIGIN_REFUSED
  | typeof ORIGIN_MISMATCH;

export interface UnheldDeposit {
  readonly depositId: number;
  readonly userId: number;
  readonly reason: OriginHold;
}

/**
 * What waits for a word or takes long, or what a person must look at, and is not held for that: the user is to know. While the rule is off
 * only the last: nothing else has an end.
 */
export async function unheldDeposits(
  source: Queryable,
  {
    isOff = false,
    awaySinceMs,
    limit,
  }: { readonly isOff?: boolean; readonly awaySinceMs: number; readonly limit: number },
): Promise<UnheldDeposit[]> {
  const rows = await source.query<{ deposit_id: bigint; user_id: bigint; reason: OriginHold }>(
    `SELECT asked.deposit_id, asked.user_id,
       CASE WHEN asked.answer = 'mismatch' THEN '${ORIGIN_MISMATCH}' WHEN ${IS_REFUSED} THEN '${ORIGIN_REFUSED}'
         WHEN asked.wallet IS NULL THEN '${ORIGIN_UNSAID}' WHEN NOT ${IS_VERIFIED} THEN '${ORIGIN_UNVERIFIED}'
         ELSE '${ORIGIN_AWAY}' END AS reason
     FROM travel_deposits AS asked JOIN deposits USING (deposit_id) LEFT JOIN holds ON holds.hold_id = asked.hold_id
     WHERE ${IS_HELD} AND NOT ${IS_DONE}
       AND (${IS_REFUSED} OR (NOT $2 AND (asked.wallet IS NULL OR NOT ${IS_VERIFIED} OR asked.declared_at_ms <= $1)))
       AND NOT coalesce(holds.hold_id IS NOT NULL AND holds.ended_at_ms IS NULL AND (asked.answer IS NULL OR holds.reason IN ${FOUND}), false)
     ORDER BY asked.deposit_id LIMIT ${limit}`,
    [awaySinceMs, isOff],
  );
  return rows.map((row) => ({
    depositId: Number(row.deposit_id),
    userId: Number(row.user_id),
    reason: row.reason,
  }));
}

/** Holds that only waited for a word or an answer, which came, or for another than is waited for now. */
export async function endedOriginWaits(
  source: Queryable,
  { isOff = false }: { readonly isOff?: boolean } = {},
): Promise<{ readonly depositId: number; readonly holdId: number }[]> {
  const rows = await source.query<{ deposit_id: bigint; hold_id: bigint }>(
    `SELECT asked.deposit_id, holds.hold_id FROM holds JOIN travel_deposits AS asked ON asked.hold_id = holds.hold_id
     WHERE holds.ended_at_ms IS NULL AND holds.reason IN ${WAITS} AND placed_by IS NULL AND worded_by IS NULL
       AND ($1 OR asked.answer IS NOT NULL OR coalesce(asked.wallet = 'own', false)
         OR holds.reason <> CASE WHEN asked.wallet IS NULL THEN '${ORIGIN_UNSAID}'
           WHEN ${IS_VERIFIED} THEN '${ORIGIN_AWAY}' ELSE '${ORIGIN_UNVERIFIED}' END)`,
    [isOff],
  );
  return rows.map((row) => ({
    depositId: Number(row.deposit_id),
    holdId: Number(row.hold_id),
  }));
}

/** Held ones whose owners may use them now: answered, or nothing keeps them any more. While the rule is off, all that no person must look at. */
export async function usableDeposits(
  source: Queryable,
  { isOff = false, limit }: { readonly isOff?: boolean; readonly limit: number },
): Promise<number[]> {
  const rows = await source.query<{ deposit_id: bigint }>(
    `SELECT deposits.deposit_id FROM deposits LEFT JOIN travel_deposits AS asked USING (deposit_id)
       LEFT JOIN holds ON holds.hold_id = asked.hold_id
     WHERE ${IS_HELD} AND (${IS_DONE} OR ($1 AND NOT ${IS_REFUSED}))
       AND NOT EXISTS (SELECT FROM holds AS open WHERE open.kind = 'deposit' AND open.record_id = deposits.deposit_id
         AND open.ended_at_ms IS NULL)
     ORDER BY deposits.deposit_id LIMIT ${limit}`,
    [isOff],
  );
  return rows.map((row) => Number(row.deposit_id));
}

/** Of deposits, by number: what was said and answered; for those that the rule is not about nothing. */
export async function originsOf(
  source: Queryable,
  depositIds: readonly number[],
): Promise<ReadonlyMap<number, OriginState>> {
  if (depositIds.length === 0) return new Map();
  const rows = await source.query<
    OriginRecord & {
      deposit_id: bigint;
      senders: string[] | null;
      proven: string | null;
      answer: OriginAnswer | null;
      reason: string | null;
      reference: string | null;
    }
  >(
    `SELECT asked.deposit_id, wallet, provider, originator, paid.senders, answer, reason, reference,
       (SELECT proof.address FROM wallet_proofs AS proof WHERE proof.user_id = asked.user_id AND proof.chain = paid.chain
          AND proof.address = ANY (paid.senders) AND proof.proved_at_ms IS NOT NULL LIMIT 1) AS proven
     FROM travel_deposits AS asked LEFT JOIN chain_transfers AS paid ON paid.deposit_id = asked.deposit_id
     WHERE asked.deposit_id = ANY ($1::bigint[])`,
    [depositIds],
  );
  return new Map(
    rows.map((row) => [
      Number(row.deposit_id),
      {
        origin: toOrigin(row),
        senders: row.senders ?? [],
        proven: row.proven ?? undefined,
        answer: row.answer ?? undefined,
        reason: row.reason ?? undefined,
        reference: row.reference ?? undefined,
      },
    ]),
  );
}

export interface OriginState {
  readonly origin: Origin | undefined;
  readonly senders: readonly string[];
  /** Of the senders the one that its owner signed with. */
  readonly proven: string | undefined;
  readonly answer: OriginAnswer | undefined;
  readonly reason: string | undefined;
  readonly reference: string | undefined;
}

/** How many wait for their owner’s word or a provider, and since when the oldest does. */
export async function heldOrigins(
  source: Queryable,
): Promise<{ readonly count: number; readonly sinceMs: number | undefined }> {
  const [row] = await source.query<{ count: bigint; since: bigint | null }>(
    `SELECT count(*) AS count, min(asked.declared_at_ms) AS since FROM travel_deposits AS asked JOIN deposits USING (deposit_id)
     WHERE ${IS_HELD} AND asked.wallet = 'provider' AND asked.answer IS NULL`,
  );
  const since = row?.since ?? undefined;
  return { count: Number(row?.count ?? 0n), sinceMs: since === undefined ? since : Number(since) };
}
