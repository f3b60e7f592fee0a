/** Short words that stories of all products share. Amounts are texts or numbers in USDT, as a person says them. */
import type { HouseAccount, PostingAccount, Snapshot } from '@fairlead/engine';
import { BTC_USDT, TestExchange, USDT } from '@fairlead/testkit';
import {
  type AmountMinor,
  amountMinor,
  assert,
  formatDecimal,
  PRICE_SCALE,
  type PriceE8,
  parseDecimal,
  priceE8,
} from '@fairlead/units';

export type Text = string | number;

/** The owner who is frozen where refusals are listed. */
export const FROZEN = 3;

/** An amount of USDT, or of another currency by its scale. */
export function usdt(text: Text, scale = USDT.scale): AmountMinor {
  const minor = parseDecimal(String(text), scale);
  assert(minor !== undefined, `an amount: ${text}`);
  return amountMinor(minor);
}

/** A price in USDT. */
export function e8(text: Text): PriceE8 {
  const value = parseDecimal(String(text), PRICE_SCALE);
  assert(value !== undefined, `a price: ${text}`);
  return priceE8(value);
}

/** An amount of USDT, or of another scale, without decimals that say nothing. */
export function text(amount: bigint | undefined, scale = USDT.scale): string {
  return amount === undefined ? '' : formatDecimal(amount, scale).replace(/\.?0+$/, '');
}

/** Total and frozen as one would write them on a board. */
export function boardText(
  { total, frozen }: { readonly total: bigint; readonly frozen: bigint },
  scale = USDT.scale,
): string {
  return `${text(total, scale)} (${text(frozen, scale)})`;
}

export class StoryExchange extends TestExchange {
  #entries = 0;

  /** An exchange as its tables would make it again, at a time. */
  static reloaded<Kind extends StoryExchange>(
    this: new (
      snapshot: Snapshot,
    ) => Kind,
    snapshot: Snapshot,
    timeMs: number,
  ): Kind {
    const exchange = new this(snapshot);
    exchange.timeMs = timeMs;
    return exchange;
  }

  /** Money from outside, for a house account or an account of a user. */
  capital(target: HouseAccount | PostingAccount, amount: Text, currency = USDT): void {
    const minor = usdt(amount, currency.scale);
    if (minor === 0n) return;
    this.#entries += 1;
    this.run({
      kind: 'post_entry',
      reason: 'capital',
      reference: `capital:${this.timeMs}:${this.#entries}`,
      currencyId: currency.currencyId,
      amount: minor,
      source: { house: 'external' },
      target: typeof target === 'string' ? { house: target } : target,
    });
  }

  /** The next whole second's sample, from quotes of that second; none says that the index is stale. */
  tick(price?: Text, marketId = BTC_USDT.marketId): void {
    this.timeMs = Math.floor(this.timeMs / 1_000) * 1_000 + 1_000;
    const { timeMs } = this;
    const tick = { kind: 'index_tick', marketId, sampleTimeMs: timeMs } as const;
    this.run(price === undefined ? tick : { ...tick, quotedAtMs: timeMs, price: e8(price) });
  }

  /** Runs what is due, at most `max` of it, and tells how many there were. */
  runDue(max = 100): number {
    const { value } = this.run({ kind: 'run_schedules', max });
    assert(value.kind === 'schedules', 'schedules answer what they ran');
    return value.ran;
  }
}
