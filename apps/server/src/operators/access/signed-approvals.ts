/**
 * What operators pass, signed by their passkey: the challenge is the hash of what the server is about to pass, written here
 * from its own record. So an open session alone passes nothing, and a page that shows something else has something else
 * signed, which is refused. What was signed is kept, for whoever asks later who passed what.
 */
import { hash } from 'node:crypto';
import {
  type ApprovalDraft,
  type ApprovalIntent,
  approvalText,
  ProblemError,
} from '@fairlead/contract';
import type { AuditLog } from '../../core/acts/audit.ts';
import type { OperatorCaller } from '../../core/http/handler.ts';
import { PASSKEY_CHALLENGE_MS } from '../../core/http/limits.ts';
import { Nonces } from '../../core/operations/nonces.ts';
import type { Secrets } from '../../core/operations/secrets.ts';
import type { Database } from '../../core/store/database.ts';
import { exchangeIdOf } from '../../core/store/exchange-mark.ts';
import { insertSignedApproval } from './passkey-queries.ts';
import type { OperatorPasskeys } from './passkeys.ts';

export interface SignedApprovalsOptions {
  readonly database: Database;
  readonly clock: { now(): number };
  readonly secrets: Pick<Secrets, 'digest'>;
  readonly audit: Pick<AuditLog, 'add'>;
  readonly passkeys: OperatorPasskeys;
}

/** A decision as it is asked for. */
export interface AskedApproval {
  readonly caller: OperatorCaller;
  readonly input: { readonly nonce?: string | undefined; readonly credential?: string | undefined };
  readonly ip: string;
}

export class SignedApprovals {
  readonly #options: SignedApprovalsOptions;
  readonly #nonces: Nonces;
  #deployment: string | undefined;

  constructor(options: SignedApprovalsOptions) {
    this.#options = options;
    const { clock, secrets } = options;
    const purpose = 'approval nonce';
    this.#nonces = new Nonces({ clock, secrets, purpose, lifeMs: PASSKEY_CHALLENGE_MS });
  }

  /** What to sign an approval with. Throws `passkeys_closed`. */
  async begin(operatorId: number): Promise<{
    readonly nonce: string;
    readonly deployment: string;
    readonly options: { readonly rpId: string } & Record<string, unknown>;
  }> {
    const options = await this.#options.passkeys.signing(operatorId);
    return { nonce: this.#nonces.make(operatorId), deployment: await this.#id(), options };
  }

  /** Whether this operator signs what they pass: whoever has a passkey. */
  async isAsked({ operatorId }: OperatorCaller): Promise<boolean> {
    const { passkeys } = this.#options;
    return passkeys.isOpen && (await passkeys.list(operatorId)).length > 0;
  }

  /**
   * Takes the signature of what is about to be passed, which counts once; nothing where the operator has no passkey. Call it last,
   * before it is done. Throws `signature_required`, and `passkey_refused` for what is not signed by a passkey of
   * the operator, is of anything else, too old, or was used.
   */
  async take(
    { caller, input, ip }: AskedApproval,
    draftOf: () => ApprovalDraft | Promise<ApprovalDraft>,
  ): Promise<void> {
    if (!(await this.isAsked(caller))) return;
    const { database, clock, audit, passkeys } = this.#options;
    const { operatorId } = caller;
    const { nonce, credential } = input;
    if (nonce === undefined || credential === undefined)
      throw new ProblemError('signature_required');
    if (!this.#nonces.isFresh(operatorId, nonce)) throw new ProblemError('passkey_refused');
    const draft = await draftOf();
    const intent = approvalText({
      version: 1,
      kind: 'approval',
      deployment: await this.#id(),
      operator: operatorId,
      nonce,
      ...draft,
    } satisfies ApprovalIntent);
    const digest = hash('sha256', intent, 'buffer');
    const challenge = digest.toString('base64url');
    const signed = await passkeys.signed(operatorId, { credential, challenge, ip });
    if (signed === undefined) throw new ProblemError('passkey_refused');
    const { name, ...answer } = signed;
    const intentHash = digest.toString('hex');
    const row = { ...answer, intentHash, operatorId, intent, createdAtMs: clock.now() };
    if (!(await insertSignedApproval(database, row))) throw new ProblemError('passkey_refused');
    await audit.add({
      operatorId,
      action: 'approval.signed',
      subject: `${draft.record} ${draft.id}`,
      detail: { intent_hash: intentHash, passkey: name },
      ip,
    });
  }

  async #id(): Promise<string> {
    const { database, clock } = this.#options;
    this.#deployment ??= await exchangeIdOf(database, clock.now());
    return this.#deployment;
  }
}
