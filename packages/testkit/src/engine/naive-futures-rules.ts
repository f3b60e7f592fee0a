/** The rules of futures as fractions: each is written down once more, and rounded by one of two functions. */
import type { CloseReason, FuturesTerms, OpenPosition } from '@fairlead/engine';

const WHOLE = 1_000_000n;

export interface NaiveScales {
  readonly base: number;
  readonly quote: number;
}

/** The terms of an opening. */
export interface NaiveAgreement
  extends Pick<
    FuturesTerms,
    | 'lotBaseMinor'
    | 'openFeePpm'
    | 'closeFeePpm'
    | 'insuranceSharePpm'
    | 'halfSpreadPpm'
    | 'priceStepE8'
    | 'profitCapMultiple'
  > {
  readonly maintenanceRatePpm: bigint;
}

interface Subject {
  readonly asked: Pick<OpenPosition, 'side' | 'lots' | 'multiple'>;
  readonly agreement: NaiveAgreement;
  readonly scales: NaiveScales;
}

interface Stops {
  readonly takeProfit: bigint | undefined;
  readonly stopLoss: bigint | undefined;
  readonly openPrice: bigint | undefined;
  /** To the margin. */
  readonly added: bigint;
}

export class NaiveRules {
  readonly #subject: Subject;

  constructor(subject: Subject) {
    this.#subject = subject;
  }

  notional(price: bigint): bigint {
    return this.#worth(price, 1n, 1n);
  }

  margin(price: bigint): bigint {
    return this.#worth(price, 1n, BigInt(this.#subject.asked.multiple));
  }

  maintenance(price: bigint): bigint {
    return this.#worth(price, this.#subject.agreement.maintenanceRatePpm, WHOLE);
  }

  openFee(price: bigint): bigint {
    return this.#worth(price, this.#subject.agreement.openFeePpm, WHOLE);
  }

  closeFee(price: bigint): bigint {
    return this.#worth(price, this.#subject.agreement.closeFeePpm, WHOLE);
  }

  cap(price: bigint): bigint {
    return this.margin(price) * BigInt(this.#subject.agreement.profitCapMultiple);
  }

  waitingHold(price: bigint): bigint {
    const need = this.margin(price) + this.openFee(price);
    return this.#subject.asked.side === 'long' ? need : need + up(need, 100n);
  }

  /** What it opens at: the index made worse by half the spread and by what is missing to a whole step. */
  quoted(index: bigint): bigint {
    const { asked, agreement } = this.#subject;
    const spread = agreement.halfSpreadPpm;
    const tick = this.step(index);
    return asked.side === 'long'
      ? up(index * (WHOLE + spread), WHOLE * tick) * tick
      : down(index * (WHOLE - spread), WHOLE * tick) * tick;
  }

  /** A step of more than a tenth of half the spread is none. */
  step(index: bigint): bigint {
    const { priceStepE8, halfSpreadPpm } = this.#subject.agreement;
    return WHOLE * priceStepE8 > (index * halfSpreadPpm) / 10n ? 1n : priceStepE8;
  }

  pnl(open: bigint, price: bigint): bigint {
    const rise = this.#subject.asked.side === 'long' ? price - open : open - price;
    return down(this.#size() * rise * this.#unit(), this.#part());
  }

  /** Why a holding position closes at a price, if it does. */
  reason({ openPrice: open = 0n, stopLoss, takeProfit, added }: Stops, index: bigint) {
    const pnl = this.pnl(open, index);
    const isLong = this.#subject.asked.side === 'long';
    const isPast = (stop: bigint | undefined, isAbove: boolean): boolean =>
      stop !== undefined && (isAbove ? index >= stop : index <= stop);
    const reasons: [CloseReason, boolean][] = [
      ['liquidation', this.margin(open) + added + pnl <= this.maintenance(open)],
      ['stop_loss', isPast(stopLoss, !isLong)],
      ['take_profit', isPast(takeProfit, isLong)],
      ['profit_cap', pnl >= this.cap(open)],
    ];
    return reasons.find(([, isDue]) => isDue)?.[0];
  }

  #worth(price: bigint, times: bigint, per: bigint): bigint {
    return up(this.#size() * price * this.#unit() * times, this.#part() * per);
  }

  #size(): bigint {
    return BigInt(this.#subject.asked.lots) * this.#subject.agreement.lotBaseMinor;
  }

  #unit(): bigint {
    return 10n ** BigInt(this.#subject.scales.quote);
  }

  #part(): bigint {
    return 10n ** BigInt(this.#subject.scales.base + 8);
  }
}

function down(value: bigint, by: bigint): bigint {
  const rest = ((value % by) + by) % by;
  return (value - rest) / by;
}

function up(value: bigint, by: bigint): bigint {
  return -down(-value, by);
}
