/**
 * Verification codes: six digits, ten minutes, five guesses, used once, bound to target and scene. A code
 * may be traded for a ticket, which is the same promise for one more step.
 */
import { randomInt } from 'node:crypto';
import {
  CODE_LENGTH,
  CODE_LIFETIME_MS,
  CODE_RESEND_MS,
  type Language,
  ProblemError,
  type Scene,
  TICKET_LIFETIME_MS,
} from '@fairlead/contract';
import {
  CODE_TRIES_MAX,
  CODE_WRONG_PER_DAY_MAX,
  CODES_PER_ADDRESS_PER_DAY_MAX,
  CODES_PER_DAY_MAX,
  CODES_PER_TARGET_AND_ADDRESS_PER_DAY_MAX,
  CODES_PER_TARGET_PER_DAY_MAX,
} from '../limits.ts';
import {
  countAllCodes,
  countCodes,
  deleteOldCodes,
  insertCode,
  takeTicket,
  tryCode,
} from '../store/code-queries.ts';
import type { Database } from '../store/database.ts';
import { deleteOldMessages } from '../store/outbox-queries.ts';
import type { Outbox } from './codes-outbox.ts';
import type { AccountName } from './identity-accounts.ts';
import { newToken, tokenHash } from './identity-sessions.ts';
import { TryCounter } from './identity-throttle.ts';
import type { Secrets } from './secrets.ts';

const DAY_MS = 24 * 60 * 60_000;

export interface CodesOptions {
  readonly database: Database;
  readonly clock: { now(): number };
  readonly secrets: Secrets;
  readonly outbox: Outbox;
  /** Multiplies the daily budgets, not the guesses. */
  readonly budgetFactor: number;
}

export interface CodeRequest {
  readonly to: AccountName;
  readonly scene: Scene;
  readonly lang: Language;
  /** Key of the caller's address. */
  readonly address: string;
  /** The code is kept but goes nowhere: to the caller nothing looks different. */
  readonly isWithheld: boolean;
  /** The logged-in user who asks for a code to themselves; has a budget of its own. */
  readonly ownerId: number | undefined;
}

export interface CodeCheck {
  readonly target: string;
  readonly scene: Scene;
  readonly code: string;
}

export class Codes {
  readonly #options: CodesOptions;
  readonly #byAddress: TryCounter;
  readonly #byTargetAndAddress: TryCounter;
  /** Targets whose code is being made: a double click must not send two. */
  readonly #underWay = new Set<string>();

  constructor(options: CodesOptions) {
    this.#options = options;
    this.#byAddress = new TryCounter({
      triesMax: CODES_PER_ADDRESS_PER_DAY_MAX * options.budgetFactor,
      windowMs: DAY_MS,
    });
    this.#byTargetAndAddress = new TryCounter({
      triesMax: CODES_PER_TARGET_AND_ADDRESS_PER_DAY_MAX * options.budgetFactor,
      windowMs: DAY_MS,
    });
  }

  /** Makes a code and sends it. Throws `code_too_soon`, `rate_limited` or `channel_closed`. */
  async send(request: CodeRequest): Promise<void> {
    const { to, scene } = request;
    if (!this.#options.outbox.isOpen(to.kind)) throw new ProblemError('channel_closed');
    const name = `${scene} ${to.account} ${request.ownerId ?? ''}`;
    if (this.#underWay.has(name))
      throw new ProblemError('code_too_soon', { retryAfterMs: CODE_RESEND_MS });
    this.#underWay.add(name);
    try {
      await this.#checkBudgets(request);
      await this.#make(request);
    } finally {
      this.#underWay.delete(name);
    }
  }

  /** Uses a code up. Throws `code_wrong` or `code_expired`. */
  check(check: CodeCheck): Promise<void> {
    return this.#try(check);
  }

  /** Uses a code up and gives a ticket for the same target and scene. */
  async trade(check: CodeCheck): Promise<string> {
    const ticket = newToken();
    const expiresAtMs = this.#options.clock.now() + TICKET_LIFETIME_MS;
    await this.#try(check, { hash: tokenHash(ticket), expiresAtMs });
    return ticket;
  }

  /** Uses a ticket up. Throws `ticket_invalid`. */
  async checkTicket(check: {
    readonly target: string;
    readonly scene: Scene;
    readonly ticket: string;
  }): Promise<void> {
    const isRight = await takeTicket(this.#options.database, {
      target: check.target,
      scene: check.scene,
      ticketHash: tokenHash(check.ticket),
      nowMs: this.#options.clock.now(),
    });
    if (!isRight) throw new ProblemError('ticket_invalid');
  }

  /** Forgets what no budget counts any more. */
  async prune(): Promise<void> {
    const { database, clock } = this.#options;
    const beforeMs = clock.now() - DAY_MS - CODE_LIFETIME_MS;
    await deleteOldCodes(database, beforeMs);
    await deleteOldMessages(database, beforeMs);
  }

  async #checkBudgets({ to, scene, address, ownerId }: CodeRequest): Promise<void> {
    const { database, clock, budgetFactor } = this.#options;
    const nowMs = clock.now();
    const pair = `${scene} ${to.account} ${address} ${ownerId ?? ''}`;
    const addressWaitMs = Math.max(
      this.#byAddress.waitMs(address, nowMs),
      this.#byTargetAndAddress.waitMs(pair, nowMs),
    );
    if (addressWaitMs > 0) throw new ProblemError('rate_limited', { retryAfterMs: addressWaitMs });
    const { lastAtMs, count } = await countCodes(database, {
      target: to.account,
      scene,
      ownerId,
      sinceMs: nowMs - DAY_MS,
    });
    const sinceLastMs = lastAtMs === undefined ? CODE_RESEND_MS : nowMs - lastAtMs;
    if (sinceLastMs < CODE_RESEND_MS)
      throw new ProblemError('code_too_soon', { retryAfterMs: CODE_RESEND_MS - sinceLastMs });
    const isSpent =
      count >= CODES_PER_TARGET_PER_DAY_MAX * budgetFactor ||
      (await countAllCodes(database, nowMs - DAY_MS)) >= CODES_PER_DAY_MAX * budgetFactor;
    if (isSpent) throw new ProblemError('rate_limited', { retryAfterMs: DAY_MS });
    this.#byAddress.wrong(address, nowMs);
    this.#byTargetAndAddress.wrong(pair, nowMs);
  }

  async #make({ to, scene, lang, isWithheld, ownerId }: CodeRequest): Promise<void> {
    const { database, clock, outbox } = this.#options;
    const code = String(randomInt(10 ** CODE_LENGTH)).padStart(CODE_LENGTH, '0');
    const nowMs = clock.now();
    // The code counts before it is on its way, and works only if the message was kept too.
    await insertCode(database, {
      scene,
      target: to.account,
      userId: ownerId,
      codeHash: isWithheld ? tokenHash(newToken()) : this.#digest(to.account, scene, code),
      createdAtMs: nowMs,
      expiresAtMs: nowMs + CODE_LIFETIME_MS,
    });
    const content = { about: 'code', code, minutes: CODE_LIFETIME_MS / 60_000 } as const;
    await outbox.put({ kind: to.kind, target: to.account, scene, lang, content, isWithheld });
  }

  async #try(
    { target, scene, code }: CodeCheck,
    ticket?: { readonly hash: Uint8Array; readonly expiresAtMs: number },
  ): Promise<void> {
    const nowMs = this.#options.clock.now();
    const outcome = await tryCode(this.#options.database, {
      scene,
      target,
      codeHash: this.#digest(target, scene, code),
      nowMs,
      triesMax: CODE_TRIES_MAX,
      wrongPerDayMax: CODE_WRONG_PER_DAY_MAX,
      daySinceMs: nowMs - DAY_MS,
      ...(ticket !== undefined && { ticket }),
    });
    if (outcome === 'wrong') throw new ProblemError('code_wrong');
    if (outcome === 'dead') throw new ProblemError('code_expired');
  }

  #digest(target: string, scene: Scene, code: string): Uint8Array {
    return this.#options.secrets.digest('code', target, scene, code);
  }
}
