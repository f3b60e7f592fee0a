/**
 * Verification codes: six digits, ten minutes, five guesses, used once, bound to target and scene and to the
 * address or device that asked for them, or the logged-in user. A code may be traded for a ticket, which is
 * the same promise for one more step.
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
  CODE_WRONG_BY_ALL_PER_DAY_MAX,
  CODE_WRONG_PER_DAY_MAX,
  CODES_PER_ADDRESS_PER_DAY_MAX,
  CODES_PER_DAY_MAX,
  CODES_PER_TARGET_AND_ADDRESS_PER_DAY_MAX,
  CODES_PER_TARGET_PER_DAY_MAX,
} from '../limits.ts';
import { addressKey } from '../plugins/rates.ts';
import {
  countAllCodes,
  countCodes,
  deleteOldCodes,
  giveCodeBack,
  giveTicketBack,
  insertCode,
  type Requester,
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
  readonly from: CodeOrigin;
  /** The code is kept but goes nowhere: to the caller nothing looks different. */
  readonly isWithheld: boolean;
  /** The logged-in user who asks for a code to themselves; has a budget of its own. */
  readonly ownerId: number | undefined;
}

/** From where a code is asked for or tried; it works for the address or the device that asked for it. */
export interface CodeOrigin {
  readonly ip: string;
  readonly deviceId: string | undefined;
}

export interface CodeTarget {
  readonly target: string;
  readonly scene: Scene;
  readonly from?: CodeOrigin;
  /** The logged-in user, whose own requests count wherever they were made. */
  readonly ownerId?: number;
}

export interface CodeCheck extends CodeTarget {
  readonly code: string;
}

export type CodeOrTicket = { readonly code: string } | { readonly ticket: string };

/** A code or ticket that was right and is used up. */
export interface TakenCode {
  /** Makes it good for another try: what else was needed is missing. */
  giveBack(): Promise<void>;
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
  async check(check: CodeCheck): Promise<void> {
    await this.#try(check);
  }

  /** Uses a code or a ticket up. Throws `code_wrong`, `code_expired` or `ticket_invalid`. */
  async take(check: CodeTarget & CodeOrTicket): Promise<TakenCode> {
    const { database } = this.#options;
    if ('code' in check) {
      const codeId = await this.#try(check);
      return { giveBack: () => giveCodeBack(database, codeId) };
    }
    const codeId = await takeTicket(database, {
      target: check.target,
      scene: check.scene,
      ticketHash: tokenHash(check.ticket),
      nowMs: this.#options.clock.now(),
    });
    if (codeId === undefined) throw new ProblemError('ticket_invalid');
    return { giveBack: () => giveTicketBack(database, codeId) };
  }

  /** Uses a code up and gives a ticket for the same target and scene. */
  async trade(check: CodeCheck): Promise<string> {
    const ticket = newToken();
    const expiresAtMs = this.#options.clock.now() + TICKET_LIFETIME_MS;
    await this.#try(check, { hash: tokenHash(ticket), expiresAtMs });
    return ticket;
  }

  /** Forgets what no budget counts any more. */
  async prune(): Promise<void> {
    const { database, clock } = this.#options;
    const beforeMs = clock.now() - DAY_MS - CODE_LIFETIME_MS;
    await deleteOldCodes(database, beforeMs);
    await deleteOldMessages(database, beforeMs);
  }

  async #checkBudgets({ to, scene, from, ownerId }: CodeRequest): Promise<void> {
    const address = addressKey(from.ip);
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

  async #make({ to, scene, lang, from, isWithheld, ownerId }: CodeRequest): Promise<void> {
    const { database, clock, outbox } = this.#options;
    const code = String(randomInt(10 ** CODE_LENGTH)).padStart(CODE_LENGTH, '0');
    const nowMs = clock.now();
    // The code counts before it is on its way, and works only if the message was kept too.
    await insertCode(database, {
      scene,
      target: to.account,
      userId: ownerId,
      codeHash: isWithheld ? tokenHash(newToken()) : this.#digest(to.account, scene, code),
      requester: this.#requester(from),
      createdAtMs: nowMs,
      expiresAtMs: nowMs + CODE_LIFETIME_MS,
    });
    const content = { about: 'code', code, minutes: CODE_LIFETIME_MS / 60_000 } as const;
    await outbox.put({ kind: to.kind, target: to.account, scene, lang, content, isWithheld });
  }

  /** The id of the right code. */
  async #try(
    { target, scene, code, from, ownerId }: CodeCheck,
    ticket?: { readonly hash: Uint8Array; readonly expiresAtMs: number },
  ): Promise<number> {
    const nowMs = this.#options.clock.now();
    const outcome = await tryCode(this.#options.database, {
      scene,
      target,
      codeHash: this.#digest(target, scene, code),
      requester: this.#requester(from),
      ownerId,
      nowMs,
      triesMax: CODE_TRIES_MAX,
      wrongPerDayMax: CODE_WRONG_PER_DAY_MAX,
      wrongByAllPerDayMax: CODE_WRONG_BY_ALL_PER_DAY_MAX,
      daySinceMs: nowMs - DAY_MS,
      ...(ticket !== undefined && { ticket }),
    });
    if (outcome.kind === 'right') return outcome.codeId;
    throw new ProblemError(outcome.kind === 'wrong' ? 'code_wrong' : 'code_expired');
  }

  #requester(from: CodeOrigin | undefined): Requester {
    const { secrets } = this.#options;
    const { ip, deviceId } = from ?? {};
    return {
      addressHash: ip === undefined ? undefined : secrets.digest('code address', addressKey(ip)),
      deviceHash: deviceId === undefined ? undefined : secrets.digest('device', deviceId),
    };
  }

  #digest(target: string, scene: Scene, code: string): Uint8Array {
    return this.#options.secrets.digest('code', target, scene, code);
  }
}
