/**
 * Verification codes: six digits, ten minutes, five guesses, used once, bound to target and scene and to the
 * device or address that asked for them, or the logged-in user. Ten digits where strangers have guessed too often.
 * A code may be traded for a ticket, which is the same promise for one more step.
 */

import { randomInt } from 'node:crypto';
import {
  CODE_LENGTH,
  CODE_LIFETIME_MS,
  CODE_RESEND_MS,
  type Language,
  LONG_CODE_LENGTH,
  ProblemError,
  type Scene,
  TICKET_LIFETIME_MS,
} from '@fairlead/contract';
import { DAY_MS } from '@fairlead/units';
import {
  CODE_TRIES_MAX,
  CODE_WRONG_BY_ALL_PER_DAY_MAX,
  CODE_WRONG_PER_DAY_MAX,
  SEND_FOR_MS,
  SEND_TRIES_MAX,
} from '../../core/http/limits.ts';
import { WorkDesk } from '../../core/http/proof-of-work.ts';
import { addressKey, networkKey } from '../../core/http/rates.ts';
import type { Secrets } from '../../core/operations/secrets.ts';
import type { Database } from '../../core/store/database.ts';
import type { Outbox } from '../../notices/index.ts';
import { deleteOldMessages } from '../../notices/index.ts';
import type { AccountName } from '../accounts.ts';
import { newToken, tokenHash } from '../sessions/sessions.ts';
import { type Asked, CodeBudgets, type Grant } from './budgets.ts';
import {
  deleteOldCodes,
  giveCodeBack,
  giveTicketBack,
  insertCode,
  type Requester,
  takeTicket,
  tryCode,
} from './queries.ts';

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
  /** Whether the account knows the device; its codes have budgets of their own. */
  readonly isKnown: boolean;
  /** Whether a demo's inbox may show it to who asks. */
  readonly isShown: boolean;
  /** A proof of work, where one was asked for. */
  readonly proof: string | undefined;
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
  readonly #budgets: CodeBudgets;
  /** Who asks for a code that is being made: a double click must not send two. */
  readonly #underWay = new Set<string>();

  constructor(options: CodesOptions) {
    this.#options = options;
    this.#budgets = new CodeBudgets({ ...options, work: new WorkDesk(options) });
  }

  /** Makes a code and sends it. Throws `code_too_soon`, `rate_limited`, `work_required` or `channel_closed`. */
  async send(request: CodeRequest): Promise<void> {
    const { to, scene, from, ownerId } = request;
    if (!this.#options.outbox.isOpen(to.kind)) throw new ProblemError('channel_closed');
    // By who asks: a stranger's clicks are not in the owner's way.
    const asker = ownerId ?? from.deviceId ?? addressKey(from.ip);
    const name = `${scene} ${to.account} ${asker}`;
    if (this.#underWay.has(name))
      throw new ProblemError('code_too_soon', { retryAfterMs: CODE_RESEND_MS });
    this.#underWay.add(name);
    try {
      const asked = this.#asked(request);
      await this.#make(request, asked, await this.#budgets.grant(asked));
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
    await deleteOldMessages(database, {
      beforeMs,
      unsentBeforeMs: clock.now() - SEND_FOR_MS,
      triesMax: SEND_TRIES_MAX,
    });
  }

  #asked({ to, scene, from, ownerId, isKnown, proof }: CodeRequest): Asked {
    return {
      target: to.account,
      scene,
      requester: this.#requester(from),
      networkHash: this.#options.secrets.digest('code network', networkKey(from.ip)),
      ownerId,
      isKnown,
      proof,
    };
  }

  async #make(request: CodeRequest, asked: Asked, grant: Grant): Promise<void> {
    const { database, clock, outbox } = this.#options;
    const { to, scene, lang, isWithheld, isShown, ownerId } = request;
    const { requester, networkHash } = asked;
    const length = grant.isLong ? LONG_CODE_LENGTH : CODE_LENGTH;
    const code = String(randomInt(10 ** length)).padStart(length, '0');
    const nowMs = clock.now();
    // The code counts before it is on its way, and works only if the message was kept too.
    const codeId = await insertCode(database, {
      scene,
      target: to.account,
      userId: ownerId,
      codeHash: isWithheld ? tokenHash(newToken()) : this.#digest(to.account, scene, code),
      requester,
      networkHash,
      ...grant,
      createdAtMs: nowMs,
      expiresAtMs: nowMs + CODE_LIFETIME_MS,
    });
    if (codeId === undefined) throw this.#budgets.askAnew(asked);
    const content = { about: 'code', code, minutes: CODE_LIFETIME_MS / 60_000 } as const;
    const shownTo = isShown ? { ...requester, userId: ownerId } : undefined;
    const message = { kind: to.kind, target: to.account, scene, lang, content, isWithheld };
    await outbox.put({ ...message, shownTo });
  }

  /** As which a demo's inbox knows who looks. */
  requesterOf(from: CodeOrigin): Requester {
    return this.#requester(from);
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
