/** Short words for stories about referral. Amounts are texts or numbers in USDT, as a person says them. */
import type { HouseAccount, RebateRow, ReferralLevel, Reject } from '@fairlead/engine';
import { BTC, BTC_USDT, orderOf, rejectOf, USDT } from '@fairlead/testkit';
import { assert, DAY_MS, ratePpm } from '@fairlead/units';
import { StoryExchange, type Text, text } from '../../../test/kit/words.ts';
import { BTC_FUTURES, positionOf } from '../../futures/test/words.ts';
import { BTC_OPTIONS, buying, USDT_OPTIONS } from '../../options/test/words.ts';

/** Invites BOB. */
export const ADA = 1;
export const BOB = 2;
/** Nobody invited CARL. */
export const CARL = 3;

/** 20 % for everybody, 30 % from three invitees on. */
export const LEVELS: readonly ReferralLevel[] = [
  { needs: 0, ratioPpm: ratePpm(200_000n) },
  { needs: 3, ratioPpm: ratePpm(300_000n) },
];

export class ReferralExchange extends StoryExchange {
  /** BTC/USDT at 100.00 with futures and options; ADA, BOB and CARL have 100,000 USDT and 100 BTC each. */
  static begin(
    levels: readonly ReferralLevel[] = LEVELS,
    bounds?: ConstructorParameters<typeof ReferralExchange>[1],
  ): ReferralExchange {
    const exchange = new ReferralExchange(undefined, bounds);
    exchange.timeMs = Date.UTC(2028, 1, 28, 12);
    for (const currency of [BTC, USDT]) exchange.run({ kind: 'configure_currency', currency });
    exchange.run({ kind: 'configure_market', market: BTC_USDT });
    exchange.run({ kind: 'configure_futures', terms: BTC_FUTURES });
    exchange.run({ kind: 'configure_options', terms: BTC_OPTIONS });
    exchange.run({ kind: 'configure_option_currency', currency: USDT_OPTIONS });
    if (levels.length > 0) exchange.run({ kind: 'configure_referral', terms: { levels } });
    for (const house of ['contract_house', 'option_house', 'insurance_fund'] as const) {
      exchange.capital(house, 100_000);
    }
    exchange.join(ADA);
    exchange.join(BOB, ADA);
    exchange.join(CARL);
    exchange.tick(100);
    return exchange;
  }

  /** What opening an account is answered, or 'ok'. */
  opening(owner: number, inviter?: number): Reject | 'ok' {
    const invited = inviter === undefined ? {} : { inviter };
    return rejectOf(this.execute({ kind: 'open_account', owner, ...invited }));
  }

  /** Opens an account with money in it. */
  join(owner: number, inviter?: number): void {
    assert(this.opening(owner, inviter) === 'ok', 'the account is opened');
    for (const account of ['coin', 'contract', 'option'] as const) {
      this.capital({ owner, account }, 100_000);
    }
    this.fund(owner, BTC.currencyId, 10_000_000_000n);
  }

  setPartner(owner: number, ratio?: bigint): Reject | 'ok' {
    const given = ratio === undefined ? {} : { ratioPpm: ratePpm(ratio) };
    return rejectOf(this.execute({ kind: 'set_partner', owner, ...given }));
  }

  /** `buyer` takes what `seller` has put into the book: so many lots at 100.00. */
  trade(seller: number, buyer: number, lots: number): void {
    orderOf(this.run({ ...this.#order(seller, 'sell', lots) }));
    orderOf(this.run({ ...this.#order(buyer, 'buy', lots) }));
  }

  /** Opens a long of so many lots at the market with ten times its margin. */
  openPosition(owner: number, lots: number): number {
    const terms = {
      marketId: BTC_USDT.marketId,
      side: 'long',
      type: 'market',
      multiple: 10,
    } as const;
    const result = this.execute({ kind: 'open_position', owner, lots, ...terms });
    return positionOf(result).positionId;
  }

  closePosition(owner: number, positionId: number): void {
    this.run({ kind: 'close_position', owner, positionId });
  }

  /** Buys a rise over 30 s. */
  buyOption(owner: number, stake: Text): void {
    this.run(buying(owner, { stake, seconds: 30 }));
  }

  /** Rebates since the last look. */
  rebates(): readonly RebateRow[] {
    return this.engine.takeChanges().rebates;
  }

  /** Entries since the last look. */
  entries(): readonly string[] {
    const { entries } = this.engine.takeChanges();
    return entries.map(({ reason, reference }) => `${reason} ${reference}`);
  }

  /** Goes to the first moment of the next UTC day. */
  nextDay(): void {
    this.timeMs = (Math.floor(this.timeMs / DAY_MS) + 1) * DAY_MS;
  }

  house(account: HouseAccount, { currencyId, scale } = USDT): string {
    return text(this.engine.houseBalance(account, currencyId).total, scale);
  }

  coin(owner: number, { currencyId, scale } = USDT): string {
    return text(this.engine.balance(owner, 'coin', currencyId).total, scale);
  }

  #order(owner: number, side: 'buy' | 'sell', lots: number) {
    return {
      kind: 'place_order',
      owner,
      marketId: BTC_USDT.marketId,
      side,
      type: 'limit',
      timeInForce: 'gtc',
      price: 10_000 as never,
      quantity: lots as never,
    } as const;
  }
}
