/**
 * What the signer may ask and tell: the passed withdrawals to a chain, and what became of each. It proves who
 * it is by one credential, which opens nothing else.
 */
import { hash, timingSafeEqual } from 'node:crypto';
import {
  type ApprovalIntent,
  type Chain,
  ProblemError,
  type ResponseOf,
  type SignerJob,
  type UserIntent,
} from '@fairlead/contract';
import type { Command, Currency, Result, WithdrawalRow } from '@fairlead/engine';
import type { AuditLog } from '../../core/acts/audit.ts';
import {
  isAnyHeldForLoss,
  type LossHolds,
  type Trading,
} from '../../core/operations/trading-mode.ts';
import type { Database } from '../../core/store/database.ts';
import { textsOf } from '../../core/texts/texts.ts';
import { type SignedApprovalRow, signedOfWithdrawals } from '../../operators/index.ts';
import { passkeyLog, type SignedIntentRow, signedIntents } from '../signing/queries.ts';
import { withdrawalIntent } from './intent.ts';
import type { SentMarks } from './sent-marks.ts';
import { withdrawalsToSend, withdrawalToChain } from './signer-queries.ts';

export interface SignerReport {
  readonly id: number;
  readonly state: 'signed' | 'sent' | 'unknown' | 'failed';
  readonly txId: string;
  /** Its name so far, which this one replaces. */
  readonly replaces?: string;
  readonly reason?: string;
}

export interface SignerDeskOptions {
  readonly database: Database;
  readonly sequencer: { run(command: Command): Promise<Result> };
  readonly audit: Pick<AuditLog, 'add'>;
  readonly sentMarks: Pick<SentMarks, 'take'>;
  /** While a loss of any engine is not settled, or the books do not add up, nothing leaves. */
  readonly trading: Pick<Trading, 'isHeldForLoss' | 'isHeldForDrift'>;
  readonly everyBooks: LossHolds['everyBooks'];
  readonly currencyOf: (currencyId: number) => Currency;
}

/** What it stops for: told to a signer as one thing, which every version of it knows. */
const STOPPED: ReadonlySet<string> = new Set(['account_frozen', 'withdrawals_held']);

/** More than a signer sends in a day of blocks. */
const JOBS_MAX = 200;
const PASSKEY_ENTRIES_MAX = 1_000;

/** A signer reads English. */
const say = textsOf('en');

/** Whether a token is the signer's; takes as long for a wrong one as for the right one. */
export function isSignerToken(token: string, signerToken: string | undefined): boolean {
  if (signerToken === undefined) return false;
  const digest = (text: string) => hash('sha256', text, 'buffer');
  return timingSafeEqual(digest(token), digest(signerToken));
}

export class SignerDesk {
  readonly #options: SignerDeskOptions;

  constructor(options: SignerDeskOptions) {
    this.#options = options;
  }

  /** Passed withdrawals that have not left, the oldest first. */
  async jobs(chain: Chain | undefined): Promise<SignerJob[]> {
    if (await this.#isHeld()) return [];
    const { database } = this.#options;
    const rows = await withdrawalsToSend(database, { chain, limit: JOBS_MAX });
    const hashes = rows.flatMap(({ signedIntent }) => signedIntent ?? []);
    const signed = await signedIntents(database, hashes);
    const approvals = approvalsBy(
      await signedOfWithdrawals(
        database,
        rows.map(({ withdrawalId }) => withdrawalId),
      ),
    );
    return rows.flatMap(
      (row) => this.#jobOf(row, signed.get(row.signedIntent ?? ''), approvals) ?? [],
    );
  }

  /** Passkeys as they came and went, the oldest first. */
  async passkeys(after: number): Promise<ResponseOf<'signerPasskeys'>> {
    const limit = PASSKEY_ENTRIES_MAX + 1;
    const rows = await passkeyLog(this.#options.database, { after, limit });
    return {
      list: rows.slice(0, PASSKEY_ENTRIES_MAX).map((row) => ({
        id: row.entryId,
        is_added: row.isAdded,
        owner: row.userId,
        credential_id: row.credentialId,
        public_key: base64url(row.publicKey),
      })),
      has_more: rows.length === limit,
    };
  }

  /**
   * Takes over what became of a job. Told again it changes nothing. Throws ProblemError `not_found`,
   * `validation_failed` for a failure without what proves it, `account_frozen` for what has not left and must not,
   * `held_for_loss` for the same while nothing leaves, or `not_sendable` when another transaction or state holds, or the transaction is another withdrawal's (W14).
   * On Bitcoin alone one transaction takes another's place: both spend the same coins, so one of them pays.
   */
  async report({ id, state, txId, replaces, reason }: SignerReport): Promise<string> {
    const { database, sequencer, audit, sentMarks } = this.#options;
    // It opens the way to a refund (W15).
    if (state === 'failed' && reason === undefined)
      throw new ProblemError('validation_failed', { fields: { reason: say('fields.required') } });
    const before = await withdrawalToChain(database, id);
    if (before === undefined) throw new ProblemError('not_found');
    const name = txId.toLowerCase();
    const replaced = replaces?.toLowerCase();
    if (replaced !== undefined && !isReplaceable(before)) throw new ProblemError('not_sendable');
    // What has not left must not: it may have been paid, and that be lost. It passes, so what is signed stays good.
    if (state === 'signed' && (await this.#isHeld())) throw new ProblemError('held_for_loss');
    // One that was sent is finished, and the engine has let go of it.
    if (before.sendState === state && before.txId === name) return state;
    const mark = {
      kind: 'mark_withdrawal',
      withdrawalId: id,
      to: state,
      txId: name,
      ...(replaced !== undefined && { replaces: replaced }),
      ...(reason !== undefined && { reason }),
    } as const;
    const result = await sentMarks
      .take(before, name, () => sequencer.run(mark))
      .catch((error: unknown) => {
        // To a signer it is one refusal: this is not to be sent.
        const isUsed = error instanceof ProblemError && error.code === 'reference_used';
        throw isUsed ? new ProblemError('not_sendable') : error;
      });
    if (!result.ok)
      throw new ProblemError(STOPPED.has(result.reject) ? 'account_frozen' : 'not_sendable');
    await audit.add({
      action: 'signer_report',
      subject: `withdrawal ${id}`,
      detail: {
        state,
        tx_id: name,
        ...(replaced !== undefined && { replaces: replaced }),
        ...(reason !== undefined && { reason }),
      },
    });
    return state;
  }

  async #isHeld(): Promise<boolean> {
    return this.#options.trading.isHeldForDrift || (await isAnyHeldForLoss(this.#options));
  }

  #jobOf(
    row: WithdrawalRow,
    signed: SignedIntentRow | undefined,
    approvals: SignedBy,
  ): SignerJob | undefined {
    const { destination, sendState, currencyId, txId, decidedAtMs = row.updatedAtMs } = row;
    if (destination.kind !== 'crypto') return undefined;
    const isOpen = sendState === 'idle' || sendState === 'signed' || sendState === 'unknown';
    if (!isOpen) return undefined;
    const currency = this.#options.currencyOf(currencyId);
    const { amount, address } = withdrawalIntent(row, currency);
    return {
      id: row.withdrawalId,
      chain: destination.chain as Chain,
      currency_id: currencyId,
      currency: currency.name,
      address,
      amount,
      send_state: sendState,
      ...(txId !== undefined && { tx_id: txId }),
      approvals_needed: row.approvalsNeeded,
      approvals: row.approvals.map(({ operatorId, intentHash, timeMs }) => ({
        operator_id: operatorId,
        intent_hash: intentHash,
        time: timeMs,
        ...signedOf(approvals.get(keyOf(row.withdrawalId, operatorId, intentHash))),
      })),
      passed_at: decidedAtMs,
      owner: row.owner,
      ...(signed !== undefined && { signed: signedView(signed) }),
    };
  }
}

type SignedBy = ReadonlyMap<string, NonNullable<SignerJob['approvals'][number]['signed']>>;

const keyOf = (...parts: readonly (number | string)[]): string => parts.join(' ');
const signedOf = (signed: ReturnType<SignedBy['get']>) => signed && { signed };

/** What was signed last by an operator for an approval of a withdrawal: one may have signed again what the engine refused. */
function approvalsBy(rows: readonly SignedApprovalRow[]): SignedBy {
  return new Map(
    rows.map((row) => {
      const { id, nonce, says } = JSON.parse(row.intent) as ApprovalIntent;
      const { intent_hash: approved } = JSON.parse(says) as { readonly intent_hash: string };
      return [keyOf(id, row.operatorId, approved), { nonce, ...assertionView(row) }] as const;
    }),
  );
}

const isReplaceable = ({ destination }: WithdrawalRow): boolean =>
  destination.kind === 'crypto' && destination.chain === 'OMNI';

const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');

/** The rest of the intent, and what was signed. */
function signedView(row: SignedIntentRow): NonNullable<SignerJob['signed']> {
  const { fee = '', nonce } = JSON.parse(row.intent) as UserIntent;
  return { fee, nonce, ...assertionView(row) };
}

const assertionView = (
  row: Pick<SignedIntentRow, 'credentialId' | 'authenticatorData' | 'clientData' | 'signature'>,
) => ({
  credential_id: row.credentialId,
  authenticator_data: base64url(row.authenticatorData),
  client_data: base64url(row.clientData),
  signature: base64url(row.signature),
});
