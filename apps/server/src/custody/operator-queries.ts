/** Deposits and withdrawals of all users, as the operators' queues show them. */
import type { DepositKind, DepositRow, HeldFor, SendState, WithdrawalRow } from '@fairlead/engine';
import type { Queryable } from '../core/store/database.ts';
import { Conditions, type Page, type PageRequest, readPage } from '../core/store/pages.ts';
import type { AccountKind } from '../identity/users/index.ts';
import {
  DEPOSIT_COLUMNS,
  type DepositRecord,
  toDeposit,
  toWithdrawal,
  WITHDRAWAL_COLUMNS,
  type WithdrawalRecord,
} from './record.ts';

export type VerificationState = 'unverified' | 'under_review' | 'verified';

/** Whose record it is. */
export interface RecordOwner {
  readonly kind: AccountKind;
  readonly account: string;
  readonly areaCode: string | undefined;
}

export interface RepeatedClaim {
  readonly id: number;
  readonly user_id: number;
}

export interface QueuedDeposit {
  readonly row: DepositRow;
  readonly owner: RecordOwner;
  /** The same picture stands under another claim (cases.md U8). */
  readonly isProofRepeated: boolean;
  readonly repeatedIn: readonly RepeatedClaim[];
  /** Why one operator's word was not enough. */
  readonly heldFor?: HeldFor;
}

export interface QueuedWithdrawal {
  readonly row: WithdrawalRow;
  readonly owner: RecordOwner;
  readonly basic: VerificationState;
  readonly advanced: VerificationState;
  /** Of the address or card that it goes to. */
  readonly destinationSavedAtMs?: number;
  /** Why one operator's word was not enough. */
  readonly heldFor?: HeldFor;
}

export interface QueueFilter {
  readonly id?: number | undefined;
  readonly status?: string | undefined;
  readonly currencyId?: number | undefined;
  readonly userId?: number | undefined;
  readonly fromMs?: number | undefined;
  readonly toMs?: number | undefined;
}

interface OwnerRecord {
  readonly user_kind: AccountKind;
  readonly user_account: string;
  readonly user_area_code: string | null;
}

const toOwner = (row: OwnerRecord): RecordOwner => ({
  kind: row.user_kind,
  account: row.user_account,
  areaCode: row.user_area_code ?? undefined,
});

/** The owner's columns by subquery, so that those of the record keep their names. */
const OWNER_COLUMNS = `user_kind, user_account, user_area_code`;
const OWNER_JOIN = `JOIN (SELECT user_id, kind AS user_kind, account AS user_account,
    area_code AS user_area_code FROM users) AS owner ON owner.user_id = owner_id`;

const conditionsOf = (filter: QueueFilter): Conditions =>
  new Conditions()
    .add('status =', filter.status)
    .add('currency_id =', filter.currencyId)
    .add('owner_id =', filter.userId)
    .add('created_at_ms >=', filter.fromMs)
    .add('created_at_ms <=', filter.toMs);

/** Other claims with the same picture, at most five. */
const REPEATED_IN = `(SELECT coalesce(json_agg(json_build_object('id', deposit_id, 'user_id', owner_id)), '[]')
  FROM (SELECT DISTINCT other.deposit_id, other.owner_id FROM files AS own
  JOIN files AS same ON same.upload_sha256 = own.upload_sha256 OR same.pixel_sha256 = own.pixel_sha256
  JOIN deposits AS other ON other.proof_file_id = same.file_id
  WHERE own.file_id = deposits.proof_file_id AND other.deposit_id <> deposits.deposit_id
  ORDER BY other.deposit_id LIMIT 5) AS others)`;

/** Why the first word on a record was not enough. */
const heldSql = (kind: 'claim' | 'withdrawal', idColumn: string): string =>
  `(SELECT held_for FROM lone_words WHERE lone_words.kind = '${kind}' AND record_id = ${idColumn}
     AND held_for IS NOT NULL LIMIT 1) AS held_for`;

interface HeldRecord {
  readonly held_for: HeldFor | null;
}

type QueuedDepositRecord = DepositRecord &
  OwnerRecord &
  HeldRecord & { readonly repeated_in: readonly RepeatedClaim[] };

const DEPOSIT_QUEUE_COLUMNS = `${DEPOSIT_COLUMNS}, ${OWNER_COLUMNS}, ${REPEATED_IN} AS repeated_in,
  ${heldSql('claim', 'deposit_id')}`;

const toQueuedDeposit = (row: QueuedDepositRecord): QueuedDeposit => ({
  row: toDeposit(row),
  owner: toOwner(row),
  isProofRepeated: row.repeated_in.length > 0,
  repeatedIn: row.repeated_in,
  ...(row.held_for !== null && { heldFor: row.held_for }),
});

/** As the index deposits_queue has it. */
const DEPOSIT_ORDER = `(CASE WHEN status <> 'under_review' THEN 3 WHEN kind = 'chain' THEN 2
    WHEN is_priority THEN 0 ELSE 1 END),
  (CASE WHEN status = 'under_review' THEN deposit_id ELSE -deposit_id END)`;

/** Deposits: what waits by priority and age, then what is done, the newest first. */
export function depositQueue(
  source: Queryable,
  filter: QueueFilter & { readonly kind?: DepositKind | undefined },
  request: PageRequest,
): Promise<Page<QueuedDeposit>> {
  return readPage<QueuedDepositRecord, QueuedDeposit>(
    source,
    {
      columns: DEPOSIT_QUEUE_COLUMNS,
      from: `deposits ${OWNER_JOIN}`,
      where: conditionsOf(filter).add('deposit_id =', filter.id).add('kind =', filter.kind),
      orderBy: DEPOSIT_ORDER,
    },
    request,
    toQueuedDeposit,
  );
}

export async function queuedDeposit(
  source: Queryable,
  depositId: number,
): Promise<QueuedDeposit | undefined> {
  const rows = await source.query<QueuedDepositRecord>(
    `SELECT ${DEPOSIT_QUEUE_COLUMNS} FROM deposits ${OWNER_JOIN} WHERE deposit_id = $1`,
    [depositId],
  );
  return rows.map(toQueuedDeposit)[0];
}

/** The state of one level of a user's verification, by a column that names the user. */
export const verificationSql = (level: 'basic' | 'advanced', userColumn: string): string =>
  `coalesce((SELECT CASE status WHEN 'passed' THEN 'verified' ELSE status END FROM verifications
     WHERE verifications.user_id = ${userColumn} AND level = '${level}'
       AND verifications.status <> 'rejected'), 'unverified')`;

type QueuedWithdrawalRecord = WithdrawalRecord &
  OwnerRecord &
  HeldRecord & {
    readonly basic: VerificationState;
    readonly advanced: VerificationState;
    readonly saved_at_ms: bigint | null;
  };

const WITHDRAWAL_QUEUE_COLUMNS = `${WITHDRAWAL_COLUMNS}, ${OWNER_COLUMNS},
  ${verificationSql('basic', 'owner_id')} AS basic,
  ${verificationSql('advanced', 'owner_id')} AS advanced,
  coalesce((SELECT saved.created_at_ms FROM withdrawal_addresses AS saved
      WHERE saved.address_id = withdrawals.address_id),
    (SELECT saved.created_at_ms FROM bank_cards AS saved WHERE saved.card_id = withdrawals.card_id))
    AS saved_at_ms,
  ${heldSql('withdrawal', 'withdrawal_id')}`;

const toQueuedWithdrawal = (row: QueuedWithdrawalRecord): QueuedWithdrawal => ({
  row: toWithdrawal(row),
  owner: toOwner(row),
  basic: row.basic,
  advanced: row.advanced,
  ...(row.saved_at_ms !== null && { destinationSavedAtMs: Number(row.saved_at_ms) }),
  ...(row.held_for !== null && { heldFor: row.held_for }),
});

/** As the index withdrawals_queue has it. */
const WITHDRAWAL_ORDER = `(CASE WHEN status = 'under_review' THEN 0
    WHEN status = 'passed' AND send_state <> 'sent' THEN 1 ELSE 2 END),
  (CASE WHEN status = 'under_review' OR (status = 'passed' AND send_state <> 'sent')
    THEN withdrawal_id ELSE -withdrawal_id END)`;

/** Withdrawals: under review by time left, then those to be sent, then what is done, the newest first. */
export function withdrawalQueue(
  source: Queryable,
  filter: QueueFilter & { readonly sendState?: SendState | undefined },
  request: PageRequest,
): Promise<Page<QueuedWithdrawal>> {
  return readPage<QueuedWithdrawalRecord, QueuedWithdrawal>(
    source,
    {
      columns: WITHDRAWAL_QUEUE_COLUMNS,
      from: `withdrawals ${OWNER_JOIN}`,
      where: conditionsOf(filter)
        .add('withdrawal_id =', filter.id)
        .add('send_state =', filter.sendState),
      orderBy: WITHDRAWAL_ORDER,
    },
    request,
    toQueuedWithdrawal,
  );
}

export async function queuedWithdrawal(
  source: Queryable,
  withdrawalId: number,
): Promise<QueuedWithdrawal | undefined> {
  const rows = await source.query<QueuedWithdrawalRecord>(
    `SELECT ${WITHDRAWAL_QUEUE_COLUMNS} FROM withdrawals ${OWNER_JOIN} WHERE withdrawal_id = $1`,
    [withdrawalId],
  );
  return rows.map(toQueuedWithdrawal)[0];
}

/** Whether another deposit was credited under a reference that reads the same. */
export async function isReferenceCredited(
  source: Queryable,
  reference: string,
  exceptId: number,
): Promise<boolean> {
  const rows = await source.query(
    `SELECT 1 AS one FROM deposits
     WHERE reference IS NOT NULL AND upper(regexp_replace(reference, ' ', '', 'g')) = $1
       AND deposit_id <> $2 AND (status = 'passed' OR json_array_length(approvals) > 0) LIMIT 1`,
    [reference.replaceAll(' ', '').toUpperCase(), exceptId],
  );
  return rows.length > 0;
}

/** Whether another withdrawal has a transaction: of its chain, or of bank transfers in its currency. */
export async function isPaymentNamed(
  source: Queryable,
  named: {
    /** In small letters, without 0x. */
    readonly txId: string;
    readonly chain: string | undefined;
    readonly currencyId: number;
    readonly exceptId: number;
  },
): Promise<boolean> {
  const rows = await source.query(
    `SELECT 1 AS one FROM withdrawals
     WHERE tx_id IS NOT NULL AND regexp_replace(lower(tx_id), '^0x', '') = $1
       AND chain IS NOT DISTINCT FROM $2 AND ($2 IS NOT NULL OR currency_id = $3)
       AND withdrawal_id <> $4 LIMIT 1`,
    [named.txId, named.chain ?? null, named.currencyId, named.exceptId],
  );
  return rows.length > 0;
}

export interface QueueCounts {
  readonly deposits: number;
  readonly priorityDeposits: number;
  readonly withdrawals: number;
  readonly lateWithdrawals: number;
  readonly toSend: number;
  readonly unknownSends: number;
  readonly verifications: number;
  readonly subscriptions: number;
  readonly proposals: number;
}

/** What waits in each queue; `lateBeforeMs` is when a late withdrawal was asked for at the latest. */
export async function queueCounts(source: Queryable, lateBeforeMs: number): Promise<QueueCounts> {
  const [row] = await source.query<Record<string, bigint>>(
    `SELECT
       (SELECT count(*) FROM deposits WHERE status = 'under_review' AND kind <> 'chain') AS deposits,
       (SELECT count(*) FROM deposits
         WHERE status = 'under_review' AND kind <> 'chain' AND is_priority) AS priority,
       (SELECT count(*) FROM withdrawals WHERE status = 'under_review') AS withdrawals,
       (SELECT count(*) FROM withdrawals
         WHERE status = 'under_review' AND created_at_ms <= $1) AS late,
       (SELECT count(*) FROM withdrawals
         WHERE status = 'passed' AND send_state IN ('idle', 'signed', 'failed')) AS to_send,
       (SELECT count(*) FROM withdrawals
         WHERE status = 'passed' AND send_state = 'unknown') AS unknown,
       (SELECT count(*) FROM verifications WHERE status = 'under_review') AS verifications,
       (SELECT count(*) FROM subscriptions WHERE status = 'under_review') AS subscriptions,
       (SELECT count(*) FROM proposals WHERE status = 'open') AS proposals`,
    [lateBeforeMs],
  );
  const count = (name: string): number => Number(row?.[name] ?? 0n);
  return {
    deposits: count('deposits'),
    priorityDeposits: count('priority'),
    withdrawals: count('withdrawals'),
    lateWithdrawals: count('late'),
    toSend: count('to_send'),
    unknownSends: count('unknown'),
    verifications: count('verifications'),
    subscriptions: count('subscriptions'),
    proposals: count('proposals'),
  };
}
