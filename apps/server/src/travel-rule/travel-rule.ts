/**
 * Asks the provider of whoever receives a withdrawal, beside the commands and never within one, before any operator passes it. What
 * is to be asked is found in the table of withdrawals, so a crash loses none; what is not accepted is not passed, so none gets by. A
 * rejection is a hold that two operators let go or that ends; so is an answer that does not come. The message is made when it is sent
 * and kept nowhere.
 */
import { ProblemError, type Recipient } from '@fairlead/contract';
import type { Currency } from '@fairlead/engine';
import { MINUTE_MS } from '@fairlead/units';
import type { Logger } from 'pino';
import type { AuditLog } from '../core/acts/audit.ts';
import type { TravelRuleConfig } from '../core/config/travel-rule.ts';
import type { Database } from '../core/store/database.ts';
import type { Say } from '../core/texts/texts.ts';
import type { Holds } from '../holds/index.ts';
import type { Verifications } from '../verification/index.ts';
import { ivms101 } from './ivms101.ts';
import { askTravel, retryAfter, type TravelQuestion, transferOf } from './provider.ts';
import {
  type DueMessage,
  dueMessages,
  endedWaits,
  isPassable,
  keepAnswer,
  keepHold,
  keepSaid,
  type MessageState,
  messagesOf,
  postpone,
  saidOf,
  takeUp,
  unheldMessages,
  unprovedOf,
} from './queries.ts';
import { tellSent } from './telling.ts';

/** Unanswered for so long it is told to its user. */
export const AWAY_AFTER_MS = 10 * MINUTE_MS;
const AT_ONCE = 20;
/** Worth is counted in 10^-6 USDT. */
const VALUE_ONE = 1_000_000n;
const VALUE_MAX = 2n ** 63n - 1n;

export interface TravelRuleOptions {
  /** Absent: nobody is asked, and nothing waits for it. */
  readonly provider: TravelRuleConfig | undefined;
  readonly database: Database;
  readonly clock: { now(): number };
  readonly holds: Pick<Holds, 'placeBySystem' | 'clear'>;
  readonly verification: Pick<Verifications, 'verifiedIdentity'>;
}

export interface TravelRoundNeeds {
  readonly audit: Pick<AuditLog, 'add'>;
  readonly log: Pick<Logger, 'warn'>;
  readonly terms: { knownCurrency(currencyId: number): Currency };
}

/** Of a withdrawal to an address of its user. */
interface Said {
  readonly userId: number;
  readonly addressId: number;
  readonly recipient: Recipient | undefined;
}

export class TravelRule {
  readonly #options: TravelRuleOptions;

  constructor(options: TravelRuleOptions) {
    this.#options = options;
  }

  get isOn(): boolean {
    return this.#options.provider !== undefined;
  }

  /** What a user said last of addresses of theirs; nothing where nobody is asked. */
  async said(
    userId: number,
    addressIds: readonly number[],
  ): Promise<ReadonlyMap<number, Recipient>> {
    return this.isOn ? saidOf(this.#options.database, userId, addressIds) : new Map();
  }

  /** Throws `validation_failed` where names are missing or too many, or it was never said whose wallet an address is. */
  async checkSaid({ userId, addressId, recipient }: Said, say: Say): Promise<void> {
    if (!this.isOn) return;
    const fields = recipient === undefined ? {} : wrongNames(recipient, say);
    if (recipient === undefined && !(await this.said(userId, [addressId])).has(addressId))
      Object.assign(fields, { recipient_wallet: say('fields.required') });
    if (Object.keys(fields).length > 0) throw new ProblemError('validation_failed', { fields });
  }

  /** Keeps it, of an address that was found to be the user's. */
  async keep({ userId, addressId, recipient }: Said): Promise<void> {
    const { database, clock } = this.#options;
    if (!this.isOn || recipient === undefined) return;
    await keepSaid(database, { userId, addressId, recipient, nowMs: clock.now() });
  }

  /** Throws `travel_rule_waits` for a withdrawal that its recipient's provider did not accept, and nobody let go. */
  async checkPassable(withdrawalId: number): Promise<void> {
    const { provider, database } = this.#options;
    if (provider === undefined) return;
    if (!(await isPassable(database, { withdrawalId, ...worthsOf(provider) })))
      throw new ProblemError('travel_rule_waits');
  }

  /** What is known of withdrawals, by number; also while nobody is asked any more. */
  of(withdrawalIds: readonly number[]): Promise<ReadonlyMap<number, MessageState>> {
    return messagesOf(this.#options.database, withdrawalIds);
  }

  /** Which of withdrawals under review wait for the proof of an own wallet. */
  async unproved(withdrawalIds: readonly number[]): Promise<ReadonlySet<number>> {
    const { provider, database } = this.#options;
    if (provider?.proofFrom === undefined || withdrawalIds.length === 0) return new Set();
    return unprovedOf(database, { withdrawalIds, ...worthsOf(provider) });
  }

  /** Takes up what is new, asks about what is due, and says what takes long or was refused. */
  async round(needs: TravelRoundNeeds): Promise<void> {
    const { provider, database, clock, holds } = this.#options;
    if (provider === undefined) {
      // Nobody is asked any more: what only waited for an answer waits for none.
      for (const holdId of await endedWaits(database, { isOff: true })) await holds.clear(holdId);
      return;
    }
    const nowMs = clock.now();
    const { valueMinor, proofMinor } = worthsOf(provider);
    await takeUp(database, { nowMs, valueMinor });
    const due = await dueMessages(database, { nowMs, limit: AT_ONCE });
    await Promise.all(due.map((row) => this.#ask(provider, row, needs)));
    const asked = { awaySinceMs: clock.now() - AWAY_AFTER_MS, proofMinor, limit: AT_ONCE };
    for (const message of await unheldMessages(database, asked)) {
      const { messageId, userId, withdrawalId: recordId, reason } = message;
      const found = { userId, kind: 'withdrawal', recordId, reason } as const;
      const holdId = await holds.placeBySystem(found);
      if (holdId !== undefined) await keepHold(database, { messageId, holdId });
    }
    for (const holdId of await endedWaits(database, { proofMinor })) await holds.clear(holdId);
    await tellSent(provider, { database, clock }, needs.log);
  }

  /** Whatever goes wrong with one is no answer: it is asked again later, and keeps no other from its turn. */
  async #ask(provider: TravelRuleConfig, row: DueMessage, needs: TravelRoundNeeds): Promise<void> {
    const { database, clock } = this.#options;
    const { messageId, attempts } = row;
    try {
      const question = await this.#question(provider, row, needs);
      const said = question && (await askTravel(provider, question, () => clock.now()));
      if (said !== undefined && said.answer !== 'pending') {
        const { answer, reason, reference } = said;
        const kept = { messageId, answer, reason, reference, nowMs: clock.now() };
        if ((await keepAnswer(database, kept)) && answer !== 'accepted') {
          const detail = { answer, reference };
          const subject = `travel message ${messageId}`;
          await needs.audit.add({ action: 'travel_rule.refused', subject, detail });
        }
        return;
      }
    } catch (error) {
      needs.log.warn({ err: error, message: messageId }, 'a travel rule message failed');
    }
    await postpone(database, { messageId, nextTryMs: clock.now() + retryAfter(attempts) });
  }

  /** Undefined for a user whose identity is not verified any more. */
  async #question(
    provider: TravelRuleConfig,
    row: DueMessage,
    { terms }: TravelRoundNeeds,
  ): Promise<TravelQuestion | undefined> {
    const identity = await this.#options.verification.verifiedIdentity(row.userId);
    if (identity === undefined) return undefined;
    return {
      id: `travel_${row.messageId}`,
      transfer: { direction: 'out', ...transferOf(row, terms) },
      provider: row.provider,
      ivms101: ivms101(provider.self, {
        originator: { userId: row.userId, ...identity },
        beneficiary: { name: row.beneficiary, address: row.address },
      }),
    };
  }
}

/** From which worth on it is asked, and an own wallet proven: where that is not asked from none on. */
const worthsOf = ({ threshold, proofFrom }: TravelRuleConfig) => ({
  valueMinor: BigInt(threshold) * VALUE_ONE,
  proofMinor: proofFrom === undefined ? VALUE_MAX : BigInt(proofFrom) * VALUE_ONE,
});

/** With another provider both names, with an own wallet none. */
function wrongNames({ wallet, provider, beneficiary }: Recipient, say: Say) {
  const names = { recipient_provider: provider, beneficiary };
  const word = say(wallet === 'provider' ? 'fields.required' : 'fields.invalid');
  const wrong = Object.entries(names).filter(
    ([, name]) => (name !== undefined) !== (wallet === 'provider'),
  );
  return Object.fromEntries(wrong.map(([name]) => [name, word]));
}
