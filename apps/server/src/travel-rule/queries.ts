/** What users say of addresses, which withdrawals the travel rule is about, and what became of each message. */
import type { Recipient } from '@fairlead/contract';
import type { Queryable } from '../core/store/database.ts';
import {
  HIT,
  TRAVEL_AWAY,
  TRAVEL_REFUSED,
  TRAVEL_UNPROVED,
  TRAVEL_UNSAID,
  TRAVEL_UNVERIFIED,
} from '../holds/index.ts';

interface RecipientRecord {
  readonly wallet: 'own' | 'provider' | null;
  readonly provider: string | null;
  readonly beneficiary: string | null;
}

const toRecipient = ({ wallet, provider, beneficiary }: RecipientRecord): Recipient | undefined =>
  wallet === null
    ? undefined
    : {
        wallet,
        ...(provider !== null && { provider }),
        ...(beneficiary !== null && { beneficiary }),
      };

const NEWEST = (address: string, user: string): string =>
  `(SELECT said.declaration_id FROM travel_declarations AS said
    WHERE said.address_id = ${address} AND said.user_id = ${user} ORDER BY said.declaration_id DESC LIMIT 1)`;

/** What the owner of a withdrawal had said of its address when it was asked for; what is said later is of later ones. */
const SAID_THEN = `(SELECT said.declaration_id FROM travel_declarations AS said
    WHERE said.address_id = withdrawals.address_id AND said.user_id = owner_id
      AND said.declared_at_ms <= withdrawals.created_at_ms ORDER BY said.declaration_id DESC LIMIT 1)`;

/** What a user said last of addresses of theirs, by address. */
export async function saidOf(
  source: Queryable,
  userId: number,
  addressIds: readonly number[],
): Promise<ReadonlyMap<number, Recipient>> {
  const rows = await source.query<RecipientRecord & { address_id: bigint }>(
    `SELECT DISTINCT ON (address_id) address_id, wallet, provider, beneficiary FROM travel_declarations
     WHERE user_id = $1 AND address_id = ANY ($2::bigint[]) ORDER BY address_id, declaration_id DESC`,
    [userId, addressIds],
  );
  return new Map(
    rows.flatMap((row): (readonly [number, Recipient])[] => {
      const recipient = toRecipient(row);
      return recipient === undefined ? [] : [[Number(row.address_id), recipient]];
    }),
  );
}

/** Keeps what is said now; the same word again adds nothing. */
export async function keepSaid(
  source: Queryable,
  said: {
    readonly userId: number;
    readonly addressId: number;
    readonly recipient: Recipient;
    readonly nowMs: number;
  },
): Promise<void> {
  const { wallet, provider, beneficiary } = said.recipient;
  await source.query(
    `INSERT INTO travel_declarations (user_id, address_id, wallet, provider, beneficiary, declared_at_ms)
     SELECT $1::bigint, $2::bigint, $3::text, $4::text, $5::text, $6::bigint
     WHERE NOT EXISTS (SELECT FROM travel_declarations AS last
       WHERE last.declaration_id = ${NEWEST('$2', '$1')}
         AND (last.wallet, last.provider, last.beneficiary) IS NOT DISTINCT FROM ($3::text, $4::text, $5::text))`,
    [...[said.userId, said.addressId, wallet, provider ?? null, beneficiary ?? null], said.nowMs],
  );
}

/**
 * Takes up withdrawals to chains under review from a worth on, with what their users said, and what they said since where they had
 * not. Repeating it takes up nothing twice.
 */
export async function takeUp(
  source: Queryable,
  { nowMs, valueMinor }: { readonly nowMs: number; readonly valueMinor: bigint },
): Promise<void> {
  await source.query(
    `INSERT INTO travel_messages (user_id, withdrawal_id, declaration_id, created_at_ms, next_try_ms)
     SELECT owner_id, withdrawal_id, coalesce(${SAID_THEN}, ${NEWEST('withdrawals.address_id', 'owner_id')}), $1::bigint, $1::bigint FROM withdrawals
     WHERE status = 'under_review' AND destination_kind = 'crypto' AND value_minor >= $2
       AND NOT EXISTS (SELECT FROM travel_messages AS taken WHERE taken.withdrawal_id = withdrawals.withdrawal_id)
     ON CONFLICT (withdrawal_id) DO NOTHING`,
    [nowMs, valueMinor],
  );
  await source.query(
    `UPDATE travel_messages AS message SET declaration_id = ${NEWEST('withdrawals.address_id', 'owner_id')}
     FROM withdrawals WHERE withdrawals.withdrawal_id = message.withdrawal_id AND status = 'under_review'
       AND message.declaration_id IS NULL AND ${NEWEST('withdrawals.address_id', 'owner_id')} IS NOT NULL`,
  );
}

export interface DueMessage {
  readonly messageId: number;
  readonly userId: number;
  readonly attempts: number;
  readonly currencyId: number;
  /** What arrives. */
  readonly amount: bigint;
  readonly chain: string;
  readonly address: string;
  readonly provider: string;
  readonly beneficiary: string;
}

/** Those to be asked now, the oldest first. */
export async function dueMessages(
  source: Queryable,
  { nowMs, limit }: { readonly nowMs: number; readonly limit: number },
): Promise<DueMessage[]> {
  const rows = await source.query<{
    message_id: bigint;
    user_id: bigint;
    attempts: number;
    currency_id: number;
    amount: string;
    chain: string;
    address: string;
    provider: string;
    beneficiary: string;
  }>(
    `SELECT message_id, message.user_id, attempts, currency_id, (amount_minor - fee_minor)::text AS amount, chain, address,
       provider, beneficiary
     FROM travel_messages AS message JOIN withdrawals USING (withdrawal_id) JOIN travel_declarations USING (declaration_id)
     WHERE answer IS NULL AND wallet = 'provider' AND next_try_ms <= $1 AND status = 'under_review'
     ORDER BY next_try_ms, message_id LIMIT ${limit}`,
    [nowMs],
  );
  return rows.map((row) => ({
    messageId: Number(row.message_id),
    userId: Number(row.user_id),
    attempts: row.attempts,
    currencyId: row.currency_id,
    amount: BigInt(row.amount),
    chain: row.chain,
    address: row.address,
    provider: row.provider,
    beneficiary: row.beneficiary,
  }));
}

export async function postpone(
  source: Queryable,
  { messageId, nextTryMs }: { readonly messageId: number; readonly nextTryMs: number },
): Promise<void> {
  await source.query(
    `UPDATE travel_messages SET attempts = attempts + 1, next_try_ms = $2
     WHERE message_id = $1 AND answer IS NULL`,
    [messageId, nextTryMs],
  );
}

/** False where it was answered before. */
export async function keepAnswer(
  source: Queryable,
  said: {
    readonly messageId: number;
    readonly answer: 'accepted' | 'rejected' | 'unknown_provider';
    readonly reason: string | undefined;
    readonly reference: string;
    readonly nowMs: number;
  },
): Promise<boolean> {
  const rows = await source.query(
    `UPDATE travel_messages SET answer = $2, reason = $3, reference = $4, answered_at_ms = $5
     WHERE message_id = $1 AND answer IS NULL RETURNING message_id`,
    [said.messageId, said.answer, said.reason ?? null, said.reference, said.nowMs],
  );
  return rows.length > 0;
}

export async function keepHold(
  source: Queryable,
  { messageId, holdId }: { readonly messageId: number; readonly holdId: number },
): Promise<void> {
  await source.query(
    'UPDATE travel_messages SET hold_id = $2 WHERE message_id = $1 AND hold_id IS DISTINCT FROM $2',
    [messageId, holdId],
  );
}

const WAITS = `('${TRAVEL_AWAY}', '${TRAVEL_UNSAID}', '${TRAVEL_UNVERIFIED}', '${TRAVEL_UNPROVED}')`;
const REFUSED = "message.answer IN ('rejected', 'unknown_provider')";
/** Two operators let go of what it was held for: of a rejection only after it came. */
const IS_LET_GO = `(holds.outcome = 'released' AND (holds.reason = '${TRAVEL_REFUSED}'
  OR (message.answer IS NULL AND holds.reason IN ${WAITS})))`;
/** Of whom nothing is known that a provider could be told is asked about nowhere. */
const IS_VERIFIED = `coalesce((SELECT who.status = 'passed' FROM verifications AS who
  WHERE who.user_id = message.user_id AND who.level = 'basic' ORDER BY who.verification_id DESC LIMIT 1), false)`;
/** By a signature of the address that it goes to. */
const IS_PROVED = `EXISTS (SELECT FROM wallet_proofs AS proof WHERE proof.user_id = withdrawals.owner_id
  AND proof.chain = withdrawals.chain AND proof.address = withdrawals.address AND proof.proved_at_ms IS NOT NULL)`;
/** From the worth on from which it is to be proven, an own wallet is one when it is. */
const isDone = (proofMinor: string): string =>
  `coalesce((wallet = 'own' AND (withdrawals.value_minor < ${proofMinor} OR ${IS_PROVED}))
     OR message.answer = 'accepted' OR ${IS_LET_GO}, false)`;

/** Whether a withdrawal may be passed as far as the rule goes: also of what nobody took up yet. */
export async function isPassable(
  source: Queryable,
  asked: {
    readonly withdrawalId: number;
    readonly valueMinor: bigint;
    readonly proofMinor: bigint;
  },
): Promise<boolean> {
  const [row] = await source.query<{ is_passable: boolean }>(
    `SELECT destination_kind = 'bank' OR value_minor < $2 OR ${isDone('$3')} AS is_passable
     FROM withdrawals LEFT JOIN travel_messages AS message USING (withdrawal_id)
       LEFT JOIN travel_declarations USING (declaration_id)
       LEFT JOIN holds ON holds.hold_id = message.hold_id
     WHERE withdrawal_id = $1`,
    [asked.withdrawalId, asked.valueMinor, asked.proofMinor],
  );
  return row?.is_passable === true;
}

/** Of withdrawals to own wallets those that are still to be proven. */
export async function unprovedOf(
  source: Queryable,
  asked: { readonly withdrawalIds: readonly number[]; readonly proofMinor: bigint },
): Promise<ReadonlySet<number>> {
  const rows = await source.query<{ withdrawal_id: bigint }>(
    `SELECT withdrawal_id FROM withdrawals JOIN travel_messages USING (withdrawal_id) JOIN travel_declarations USING (declaration_id)
     WHERE withdrawal_id = ANY ($1::bigint[]) AND status = 'under_review' AND wallet = 'own' AND value_minor >= $2 AND NOT ${IS_PROVED}`,
    [asked.withdrawalIds, asked.proofMinor],
  );
  return new Set(rows.map((row) => Number(row.withdrawal_id)));
}

export interface UnheldMessage {
  readonly messageId: number;
  readonly userId: number;
  readonly withdrawalId: number;
  readonly reason:
    | typeof TRAVEL_REFUSED
    | typeof TRAVEL_AWAY
    | typeof TRAVEL_UNSAID
    | typeof TRAVEL_UNPROVED
    | typeof TRAVEL_UNVERIFIED;
}

/** What a person must look at, or what takes long, and is not held for that: the user is to know. */
export async function unheldMessages(
  source: Queryable,
  {
    awaySinceMs,
    proofMinor,
    limit,
  }: { readonly awaySinceMs: number; readonly proofMinor: bigint; readonly limit: number },
): Promise<UnheldMessage[]> {
  const rows = await source.query<{
    message_id: bigint;
    user_id: bigint;
    withdrawal_id: bigint;
    reason: UnheldMessage['reason'];
  }>(
    `SELECT message_id, message.user_id, withdrawal_id,
       CASE WHEN ${REFUSED} THEN '${TRAVEL_REFUSED}' WHEN message.declaration_id IS NULL THEN '${TRAVEL_UNSAID}'
         WHEN wallet = 'own' THEN '${TRAVEL_UNPROVED}' WHEN NOT ${IS_VERIFIED} THEN '${TRAVEL_UNVERIFIED}' ELSE '${TRAVEL_AWAY}' END AS reason
     FROM travel_messages AS message JOIN withdrawals USING (withdrawal_id)
       LEFT JOIN travel_declarations USING (declaration_id)
       LEFT JOIN holds ON holds.hold_id = message.hold_id
     WHERE status = 'under_review' AND NOT ${isDone('$2')}
       AND (${REFUSED} OR message.declaration_id IS NULL OR wallet = 'own' OR NOT ${IS_VERIFIED} OR message.created_at_ms <= $1)
       AND NOT coalesce(holds.hold_id IS NOT NULL AND holds.ended_at_ms IS NULL
         AND (message.answer IS NULL OR holds.reason IN ('${HIT}', '${TRAVEL_REFUSED}')), false)
     ORDER BY message_id LIMIT ${limit}`,
    [awaySinceMs, proofMinor],
  );
  return rows.map((row) => ({
    messageId: Number(row.message_id),
    userId: Number(row.user_id),
    withdrawalId: Number(row.withdrawal_id),
    reason: row.reason,
  }));
}

/** Holds that only waited for an answer, or for the user's word, which came. */
export async function endedWaits(
  source: Queryable,
  {
    isOff = false,
    proofMinor = 0n,
  }: { readonly isOff?: boolean; readonly proofMinor?: bigint } = {},
): Promise<number[]> {
  const rows = await source.query<{ hold_id: bigint }>(
    `SELECT hold_id FROM holds WHERE ended_at_ms IS NULL AND reason IN ${WAITS}
       AND placed_by IS NULL AND worded_by IS NULL
       AND ($1 OR NOT EXISTS (SELECT FROM travel_messages AS message LEFT JOIN travel_declarations USING (declaration_id)
           JOIN withdrawals USING (withdrawal_id)
         WHERE message.hold_id = holds.hold_id AND message.answer IS NULL AND (message.declaration_id IS NULL
           OR (wallet = 'own' AND holds.reason = '${TRAVEL_UNPROVED}' AND withdrawals.value_minor >= $2 AND NOT ${IS_PROVED})
           OR (wallet = 'provider' AND holds.reason = CASE WHEN ${IS_VERIFIED} THEN '${TRAVEL_AWAY}' ELSE '${TRAVEL_UNVERIFIED}' END))))`,
    [isOff, proofMinor],
  );
  return rows.map((row) => Number(row.hold_id));
}

/** Of a withdrawal, for operators and for whoever asked for it. */
export interface MessageState {
  readonly recipient: Recipient | undefined;
  readonly answer: 'accepted' | 'rejected' | 'unknown_provider' | undefined;
  readonly reason: string | undefined;
  readonly reference: string | undefined;
}

export async function messagesOf(
  source: Queryable,
  withdrawalIds: readonly number[],
): Promise<ReadonlyMap<number, MessageState>> {
  if (withdrawalIds.length === 0) return new Map();
  const rows = await source.query<
    RecipientRecord & {
      withdrawal_id: bigint;
      answer: MessageState['answer'] | null;
      reason: string | null;
      reference: string | null;
    }
  >(
    `SELECT withdrawal_id, wallet, provider, beneficiary, answer, reason, reference
     FROM travel_messages LEFT JOIN travel_declarations USING (declaration_id)
     WHERE withdrawal_id = ANY ($1::bigint[])`,
    [withdrawalIds],
  );
  return new Map(
    rows.map((row) => [
      Number(row.withdrawal_id),
      {
        recipient: toRecipient(row),
        answer: row.answer ?? undefined,
        reason: row.reason ?? undefined,
        reference: row.reference ?? undefined,
      },
    ]),
  );
}

/** How many wait for a provider's answer, and since when the oldest does. */
export async function waiting(
  source: Queryable,
): Promise<{ readonly count: number; readonly sinceMs: number | undefined }> {
  const [row] = await source.query<{ count: bigint; since: bigint | null }>(
    `SELECT count(*) AS count, min(message.created_at_ms) AS since
     FROM travel_messages AS message JOIN withdrawals USING (withdrawal_id) JOIN travel_declarations USING (declaration_id)
     WHERE answer IS NULL AND wallet = 'provider' AND status = 'under_review'`,
  );
  const since = row?.since ?? undefined;
  return { count: Number(row?.count ?? 0n), sinceMs: since === undefined ? since : Number(since) };
}
