/** Test funds in demo mode: from the demo house account, bounded per user, currency and UTC day. */
import { ProblemError } from '@fairlead/contract';
import type { Currency, PostEntry } from '@fairlead/engine';
import { type AmountMinor, amountMinor, DAY_MS, parseDecimal } from '@fairlead/units';
import {
  FAUCET_GRANTS_PER_DAY_MAX,
  FAUCET_PER_DAY,
  FAUCET_PER_DAY_DEFAULT,
} from '../core/http/limits.ts';
import type { Database } from '../core/store/database.ts';
import { faucetGrants } from './faucet-queries.ts';

export interface FaucetOptions {
  readonly database: Database;
  readonly clock: { now(): number };
  /** Multiplies the limits. */
  readonly factor: number;
}

export interface Grant {
  readonly userId: number;
  readonly currency: Currency;
  readonly amount: AmountMinor;
  readonly idempotencyKey: string;
}

export class Faucet {
  readonly #options: FaucetOptions;
  /** The last grant under way of each user: one at a time, so that none is counted too late. */
  readonly #turns = new Map<number, Promise<unknown>>();

  constructor(options: FaucetOptions) {
    this.#options = options;
  }

  /** Runs `post` if the grant is within the limits. */
  async give<Answer>(grant: Grant, post: (entry: PostEntry) => Promise<Answer>): Promise<Answer> {
    const before = this.#turns.get(grant.userId) ?? Promise.resolve();
    const turn = before.then(async () => {
      await this.#check(grant);
      return post(entryOf(grant));
    });
    const settled = turn.catch(() => undefined);
    this.#turns.set(grant.userId, settled);
    try {
      return await turn;
    } finally {
      if (this.#turns.get(grant.userId) === settled) this.#turns.delete(grant.userId);
    }
  }

  async #check({ userId, currency, amount }: Grant): Promise<void> {
    const { database, clock, factor } = this.#options;
    const perDay = limitOf(currency) * BigInt(factor);
    if (amount > perDay) throw new ProblemError('above_maximum');
    const nowMs = clock.now();
    const midnightMs = nowMs - (nowMs % DAY_MS);
    const given = await faucetGrants(database, {
      owner: userId,
      currencyId: currency.currencyId,
      sinceMs: midnightMs,
    });
    const isWithin =
      given.amount + amount <= perDay && given.count < FAUCET_GRANTS_PER_DAY_MAX * factor;
    if (!isWithin)
      throw new ProblemError('faucet_limit', { retryAfterMs: midnightMs + DAY_MS - nowMs });
  }
}

function limitOf(currency: Currency): AmountMinor {
  const text = FAUCET_PER_DAY[currency.name] ?? FAUCET_PER_DAY_DEFAULT;
  return amountMinor(parseDecimal(text, currency.scale) ?? 0n);
}

const entryOf = ({ userId, currency, amount, idempotencyKey }: Grant): PostEntry => ({
  kind: 'post_entry',
  reason: 'faucet',
  reference: `faucet:${userId}:${idempotencyKey}`,
  currencyId: currency.currencyId,
  amount,
  source: { house: 'demo_faucet' },
  target: { owner: userId, account: 'coin' },
});
