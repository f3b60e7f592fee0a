/**
 * What referral should do, as simply as it can be said: every rebate is kept for ever in a plain list, and what is pending or
 * paid is found by looking through all of them. It is told the commands, and after each the fees that the engine took, from
 * which it makes rebates by itself. It shares no code with the engine, only its types.
 */

import type { Changes, Command, Reject, Stamp } from '@fairlead/engine';
import { DAY_MS } from '@fairlead/units';

type Of<Kind extends Command['kind']> = Extract<Command, { kind: Kind }>;
type Outcome = Reject | 'ok';

const WHOLE = 1_000_000n;
const RATIO_MAX = WHOLE / 2n;

export interface NaiveRebate {
  readonly invitee: number;
  readonly inviter: number;
  readonly currencyId: number;
  readonly fee: bigint;
  readonly amount: bigint;
  readonly ratio: bigint;
  readonly day: number;
}

interface Fee {
  readonly owner: number;
  readonly currencyId: number;
  readonly fee: bigint;
  /** In millionths of the fee. */
  readonly insuranceShare: bigint;
}

export class NaiveReferral {
  /** Of each owner, whoever invited them. */
  readonly inviters = new Map<number, number | undefined>();
  readonly rebates: NaiveRebate[] = [];
  /** "inviter:currency:day amount", in the order in which they were paid. */
  readonly paid: string[] = [];
  /** What the last `run_schedules` answered. */
  ran = 0;
  readonly #partners = new Map<number, bigint>();
  readonly #markets = new Map<number, Of<'configure_market'>['market']>();
  /** What the house kept of all fees, by currency. */
  readonly #kept = new Map<number, bigint>();
  #levels: Of<'configure_referral'>['terms']['levels'] = [];

  /** What the command must come to; undefined for those that are not about referral. */
  execute(command: Command, stamp: Stamp): Outcome | undefined {
    switch (command.kind) {
      case 'configure_market':
        this.#markets.set(command.market.marketId, command.market);
        return undefined;
      case 'open_account':
        return this.#openAccount(command);
      case 'set_partner':
        return this.#setPartner(command);
      case 'configure_referral':
        return this.#configure(command);
      case 'run_schedules':
        return this.#run(command, stamp);
      default:
        return undefined;
    }
  }

  /** Makes rebates of the fees that one command took. */
  note(changes: Changes, { timeMs }: Stamp): void {
    for (const fee of this.#feesOf(changes)) this.#share(fee, Math.floor(timeMs / DAY_MS));
  }

  /** What is owed of a currency and not paid. */
  pending(currencyId: number): bigint {
    let sum = 0n;
    for (const [name, amount] of this.#unpaid()) {
      if (name.currencyId === currencyId) sum += amount;
    }
    return sum;
  }

  kept(currencyId: number): bigint {
    return this.#kept.get(currencyId) ?? 0n;
  }

  /** When the first day with something pending is over. */
  nextDueAtMs(): number | undefined {
    const [first] = this.#unpaid();
    return first === undefined ? undefined : (first[0].day + 1) * DAY_MS;
  }

  #openAccount({ owner, inviter }: Of<'open_account'>): Outcome {
    if (this.inviters.has(owner)) return 'ok';
    if (inviter === owner) return 'terms_invalid';
    if (inviter !== undefined && !this.inviters.has(inviter)) return 'account_not_found';
    this.inviters.set(owner, inviter);
    return 'ok';
  }

  #setPartner({ owner, ratioPpm }: Of<'set_partner'>): Outcome {
    if (!this.inviters.has(owner)) return 'account_not_found';
    if (ratioPpm !== undefined && (ratioPpm < 0n || ratioPpm > RATIO_MAX)) return 'terms_invalid';
    if (ratioPpm === undefined) this.#partners.delete(owner);
    else this.#partners.set(owner, ratioPpm);
    return 'ok';
  }

  #configure({ terms: { levels } }: Of<'configure_referral'>): Outcome {
    const needs = levels.map((level) => level.needs);
    const isRising = needs.every((each, at) => at === 0 || each > (needs[at - 1] ?? each));
    const areSound = levels.every(({ ratioPpm }) => ratioPpm >= 0n && ratioPpm <= RATIO_MAX);
    if (needs[0] !== 0 || !isRising || !areSound) return 'terms_invalid';
    this.#levels = levels;
    return 'ok';
  }

  #run({ max }: Of<'run_schedules'>, { timeMs }: Stamp): Outcome {
    if (max < 1) return 'quantity_out_of_range';
    const due = this.#unpaid().filter(([{ day }]) => (day + 1) * DAY_MS <= timeMs);
    this.ran = Math.min(due.length, max);
    for (const [{ inviter, currencyId, day }, amount] of due.slice(0, max)) {
      this.paid.push(`${inviter}:${currencyId}:${day} ${amount}`);
    }
    return 'ok';
  }

  /** What each inviter is owed of each day and currency, in the order in which it is paid. */
  #unpaid(): [name: NaiveRebate, amount: bigint][] {
    const paid = new Set(this.paid.map((text) => text.split(' ')[0]));
    const sums = new Map<string, [NaiveRebate, bigint]>();
    for (const each of this.rebates) {
      const name = `${each.inviter}:${each.currencyId}:${each.day}`;
      if (paid.has(name) || each.amount === 0n) continue;
      sums.set(name, [each, (sums.get(name)?.[1] ?? 0n) + each.amount]);
    }
    return [...sums.values()].sort(
      ([left], [right]) =>
        left.day - right.day || left.inviter - right.inviter || left.currencyId - right.currencyId,
    );
  }

  #feesOf({ trades, entries, positions, options }: Changes): Fee[] {
    const fees: Fee[] = [];
    for (const { entryId: _, reason, reference } of entries) {
      const id = Number(reference);
      const position = positions.find(({ positionId }) => positionId === id);
      const option = options.find(({ optionId }) => optionId === id);
      const trade = trades.find(({ tradeId }) => tradeId === id);
      if (reason === 'trade' && trade !== undefined) {
        const market = this.#markets.get(trade.marketId);
        const [base, quote] = [market?.baseCurrencyId ?? 0, market?.quoteCurrencyId ?? 0];
        const ofMaker = feeOf(trade.makerOwner, trade.makerFee);
        const ofTaker = feeOf(trade.takerOwner, trade.takerFee);
        // Who sells receives the quote, and pays in it.
        const [seller, buyer] = trade.side === 'buy' ? [ofMaker, ofTaker] : [ofTaker, ofMaker];
        fees.push({ ...seller, currencyId: quote }, { ...buyer, currencyId: base });
      } else if (reason.startsWith('futures_') && position !== undefined) {
        const fee = reason === 'futures_open' ? position.openFee : position.closeFee;
        const { owner, currencyId, insuranceSharePpm: insuranceShare } = position;
        fees.push({ owner, currencyId, fee, insuranceShare });
      } else if (reason === 'option_delivery' && option !== undefined) {
        const { owner, currencyId, fee, result } = option;
        if (result !== 'refunded') fees.push({ ...feeOf(owner, fee), currencyId });
      }
    }
    return fees;
  }

  #share({ owner, currencyId, fee, insuranceShare }: Fee, day: number): void {
    const rest = fee - (fee * insuranceShare) / WHOLE;
    const inviter = this.inviters.get(owner);
    if (inviter === undefined || fee === 0n) {
      this.#kept.set(currencyId, this.kept(currencyId) + rest);
      return;
    }
    const ratio = this.#ratio(inviter);
    const share = (fee * ratio) / WHOLE;
    const amount = share > rest ? rest : share;
    this.rebates.push({ invitee: owner, inviter, currencyId, fee, amount, ratio, day });
    this.#kept.set(currencyId, this.kept(currencyId) + rest - amount);
  }

  /** Their own as a partner, else that of the last level which they have invitees enough for. */
  #ratio(inviter: number): bigint {
    const invitees = [...this.inviters.values()].filter((each) => each === inviter).length;
    const reached = this.#levels.filter(({ needs }) => needs <= invitees);
    return this.#partners.get(inviter) ?? reached.at(-1)?.ratioPpm ?? 0n;
  }
}

const feeOf = (owner: number, fee: bigint) => ({ owner, fee, insuranceShare: 0n });
