/**
 * What must hold before a withdrawal is asked of the engine, in the order in which it is said. Balance, fee
 * and the day's limits are checked by the engine, where requests come one after another (W1, W9).
 */
import { cardLabel, type ParsedOf, ProblemError, type ResponseOf } from '@fairlead/contract';
import type { Currency, RequestWithdrawal, WithdrawalDestination } from '@fairlead/engine';
import {
  type AmountMinor,
  amountMinor,
  DAY_MS,
  divCeil,
  formatDecimal,
  maximum,
  minimum,
  PRICE_SCALE,
  type PriceE8,
  parseDecimal,
} from '@fairlead/units';
import { amountText } from '../../core/http/figures.ts';
import type { Database } from '../../core/store/database.ts';
import type { Say } from '../../core/texts/texts.ts';
import { balancesOf } from '../../ledger/index.ts';
import type { AddressRow } from '../payees/address-queries.ts';
import type { Addresses } from '../payees/addresses.ts';
import type { BankCards } from '../payees/bank-cards.ts';
import { withdrawalUsage } from '../queries.ts';
import { type SignedIntents, withdrawalDraft } from '../signing/signed-intents.ts';
import { type ChainTerms, type CustodyTerms, VALUE_SCALE } from '../terms/terms.ts';

/** What the engine takes; more than there is of anything. */
const AMOUNT_MAX = 2n ** 62n;

export interface WithdrawalsOptions {
  readonly database: Database;
  readonly clock: { now(): number };
  readonly custodyTerms: CustodyTerms;
  readonly addresses: Addresses;
  readonly bankCards: BankCards;
  readonly verification: {
    levels(userId: number): Promise<{ readonly basic: string; readonly advanced: string }>;
  };
  readonly fundPasswords: {
    has(userId: number): Promise<boolean>;
    verify(userId: number, password: string): Promise<void>;
  };
  readonly userOtp: {
    isSet(userId: number): Promise<boolean>;
    check(userId: number, otp: string | undefined): Promise<void>;
  };
  readonly signedIntents: Pick<SignedIntents, 'check' | 'keep'>;
  readonly securityLocks: { usableAt(userId: number): Promise<number | undefined> };
  /** Within how long people decide, as users are told. */
  readonly reviewHours: number;
}

/** What comes from parts that are made later than this one. */
export interface WithdrawalSurroundings {
  readonly currency: Currency;
  /** What one of the currency is worth in USDT at the index now; undefined without a fresh one. */
  usdtPrice(): PriceE8 | undefined;
  isOwnAddress(chain: AddressRow['chain'], address: string): Promise<boolean>;
}

export interface WithdrawalAsked extends WithdrawalSurroundings {
  readonly userId: number;
  readonly input: ParsedOf<'withdraw'>;
  readonly say: Say;
  /** Of the request: what was signed for it counts for no other. */
  readonly key: string;
}

interface Payee {
  readonly destination: WithdrawalDestination;
  readonly usableAtMs: number;
  readonly terms: ChainTerms;
}

export class Withdrawals {
  readonly #options: WithdrawalsOptions;

  constructor(options: WithdrawalsOptions) {
    this.#options = options;
  }

  /** Makes the command of a request that may be made. Uses up the one-time code; throws ProblemError. */
  async prepare(asked: WithdrawalAsked): Promise<RequestWithdrawal> {
    const { userId, input, currency, say } = asked;
    const { fundPasswords, userOtp, custodyTerms } = this.#options;
    if (!currency.isEnabled) throw new ProblemError('currency_closed');
    const { isVerified, dailyValueMax } = await this.#limitOf(userId);
    if (!isVerified) throw new ProblemError('kyc_required');
    if (!(await fundPasswords.has(userId))) throw new ProblemError('fund_password_not_set');
    const payee = await this.#payee(asked);
    checkShownFee(asked, payee.terms);
    const amount = parseDecimal(input.amount, currency.scale);
    if (amount === undefined) {
      const text = say('fields.decimals', { count: currency.scale });
      throw new ProblemError('validation_failed', { fields: { amount: text } });
    }
    if (amount > AMOUNT_MAX) throw new ProblemError('above_maximum');
    await fundPasswords.verify(userId, input.fund_password);
    const { terms, destination } = payee;
    const fixed = {
      owner: userId,
      destination,
      amount: amountMinor(amount),
      fee: terms.withdrawFee,
    };
    const draft = withdrawalDraft(fixed, currency);
    const signed = await this.#options.signedIntents.check(draft, input, asked.key);
    // A passkey that knows its owner is the second factor too.
    if (signed === undefined) await userOtp.check(userId, input.otp);
    await this.#checkCoolingOff(userId, payee);
    await refuseOwnAddress(asked, payee);
    const value = worthOf(amount, asked);
    // Before the withdrawal: none is there without what was signed for it.
    if (signed !== undefined)
      await this.#options.signedIntents.keep(this.#options.database, signed);
    return {
      kind: 'request_withdrawal',
      ...fixed,
      currencyId: currency.currencyId,
      minimum: terms.minWithdraw,
      ...(signed !== undefined && { signedIntent: signed.intentHash }),
      ...(input.note !== undefined && { note: input.note }),
      approvalsNeeded: amount >= terms.twoApprovalsFrom ? 2 : 1,
      valueMinor: value,
      dailyValueMax,
      dailyCountMax: custodyTerms.settings.dailyCount,
    };
  }

  /** What a withdrawal needs, costs and may be worth now. */
  async info(
    userId: number,
    currency: Currency,
    chain: AddressRow['chain'] | undefined,
  ): Promise<ResponseOf<'withdrawalInfo'>> {
    const { database, clock, custodyTerms, securityLocks, userOtp } = this.#options;
    const terms = this.#terms(currency, chain);
    const nowMs = clock.now();
    const usage = await withdrawalUsage(database, userId, nowMs - (nowMs % DAY_MS));
    const { isVerified, dailyValueMax } = await this.#limitOf(userId);
    const { dailyCount } = custodyTerms.settings;
    const usableAtMs = await securityLocks.usableAt(userId);
    const balance = (await balancesOf(database, userId)).find(
      (each) => each.account === 'coin' && each.currencyId === currency.currencyId,
    );
    const available = balance === undefined ? 0n : balance.total - balance.frozen;
    return {
      available: amountText(available, currency),
      min_withdraw: amountText(terms.minWithdraw, currency),
      fee: amountText(terms.withdrawFee, currency),
      remaining_today: Math.max(0, dailyCount - usage.count),
      daily_count: dailyCount,
      remaining_value: formatDecimal(maximum(0n, dailyValueMax - usage.value), VALUE_SCALE),
      daily_value: formatDecimal(dailyValueMax, VALUE_SCALE),
      needs: await this.#needs(userId, { isVerified, currency, chain }),
      ...(usableAtMs !== undefined && { usable_at: usableAtMs }),
      has_otp: await userOtp.isSet(userId),
      review_hours: this.#options.reviewHours,
    };
  }

  async #needs(
    userId: number,
    asked: {
      readonly isVerified: boolean;
      readonly currency: Currency;
      readonly chain: AddressRow['chain'] | undefined;
    },
  ): Promise<ResponseOf<'withdrawalInfo'>['needs']> {
    const { fundPasswords, addresses, bankCards } = this.#options;
    const { isVerified, currency, chain } = asked;
    const isTo = (row: AddressRow) => row.currencyId === currency.currencyId && row.chain === chain;
    const hasPayee =
      chain === undefined
        ? (await bankCards.list(userId)).length > 0
        : (await addresses.list(userId)).some(isTo);
    const hasFundPassword = await fundPasswords.has(userId);
    return [
      ...(isVerified ? [] : (['kyc'] as const)),
      ...(hasFundPassword ? [] : (['fund_password'] as const)),
      ...(hasPayee ? [] : (['address'] as const)),
    ];
  }

  async #limitOf(
    userId: number,
  ): Promise<{ readonly isVerified: boolean; readonly dailyValueMax: AmountMinor }> {
    const { verification, custodyTerms } = this.#options;
    const { basic, advanced } = await verification.levels(userId);
    const { dailyValueBasicMinor, dailyValueAdvancedMinor } = custodyTerms.settings;
    return {
      isVerified: basic === 'verified',
      dailyValueMax: advanced === 'verified' ? dailyValueAdvancedMinor : dailyValueBasicMinor,
    };
  }

  /** Terms of a way out that is open; without a chain the way is a bank transfer. */
  #terms(currency: Currency, chain: AddressRow['chain'] | undefined): ChainTerms {
    if (!currency.isEnabled) throw new ProblemError('currency_closed');
    const terms = this.#options.custodyTerms.chain(currency.currencyId, chain ?? 'BANK');
    if (terms?.isWithdrawOpen !== true)
      throw new ProblemError(chain === undefined ? 'currency_closed' : 'chain_closed');
    return terms;
  }

  /** The address or card of this user that the request names. A stranger's is as unknown as none at all. */
  #payee(asked: WithdrawalAsked): Promise<Payee> {
    const { address_id: addressId, card_id: cardId, chain } = asked.input;
    if (addressId !== undefined && cardId !== undefined)
      throw invalid('card_id', asked.say('fields.not_both'));
    if (cardId === undefined) return this.#address(asked, addressId);
    if (chain !== undefined) throw invalid('chain', asked.say('fields.invalid'));
    return this.#card(asked.userId, asked.currency, cardId);
  }

  async #address(
    { userId, currency, input, say }: WithdrawalAsked,
    addressId: number | undefined,
  ): Promise<Payee> {
    const book = (await this.#options.addresses.list(userId)).filter(
      (row) =>
        row.currencyId === currency.currencyId &&
        (input.chain === undefined || row.chain === input.chain),
    );
    if (book.length === 0) throw new ProblemError('address_not_set');
    if (addressId === undefined) throw invalid('address_id', say('fields.required'));
    const row = book.find((each) => each.addressId === addressId);
    if (row === undefined) throw new ProblemError('not_found');
    const { chain, address, usableAtMs } = row;
    return {
      destination: { kind: 'crypto', addressId, chain, address },
      usableAtMs,
      terms: this.#terms(currency, chain),
    };
  }

  async #card(userId: number, currency: Currency, cardId: number): Promise<Payee> {
    const cards = await this.#options.bankCards.list(userId);
    if (cards.length === 0) throw new ProblemError('address_not_set');
    const card = cards.find((each) => each.cardId === cardId);
    if (card === undefined) throw new ProblemError('not_found');
    return {
      destination: { kind: 'bank', cardId, text: cardLabel(card.details) },
      usableAtMs: card.usableAtMs,
      terms: this.#terms(currency, undefined),
    };
  }

  async #checkCoolingOff(userId: number, payee: Payee): Promise<void> {
    const { clock, securityLocks } = this.#options;
    const nowMs = clock.now();
    const usableAtMs = await securityLocks.usableAt(userId);
    if (usableAtMs !== undefined && usableAtMs > nowMs)
      throw coolingOff('withdrawals_cooling_off', usableAtMs, nowMs);
    if (payee.usableAtMs > nowMs) throw coolingOff('address_cooling_off', payee.usableAtMs, nowMs);
  }
}

/** A fee that rose after the user read it is not theirs to pay unread (W11). */
function checkShownFee(
  { input, currency, say }: WithdrawalAsked,
  { withdrawFee }: ChainTerms,
): void {
  if (input.shown_fee === undefined) return;
  const shown = parseDecimal(input.shown_fee, currency.scale);
  if (shown === undefined)
    throw invalid('shown_fee', say('fields.decimals', { count: currency.scale }));
  if (withdrawFee > shown)
    throw new ProblemError('terms_changed', { fields: { fee: amountText(withdrawFee, currency) } });
}

/** Money to an address of ours would be paid twice: out, and in again for whoever has it (W10). */
async function refuseOwnAddress(
  { isOwnAddress, say }: WithdrawalAsked,
  { destination, terms: { chain } }: Payee,
): Promise<void> {
  if (destination.kind === 'bank' || chain === 'BANK') return;
  if (await isOwnAddress(chain, destination.address))
    throw invalid('address_id', say('fields.address_own'));
}

/** Worth in 10^-6 USDT, rounded up: it counts towards a limit. */
function worthOf(amount: bigint, { currency, usdtPrice }: WithdrawalAsked): AmountMinor {
  const price = usdtPrice();
  if (price === undefined) throw new ProblemError('price_stale');
  const value = divCeil(amount * price, 10n ** BigInt(currency.scale + PRICE_SCALE - VALUE_SCALE));
  return amountMinor(minimum(value, AMOUNT_MAX));
}

const invalid = (field: string, text: string): ProblemError =>
  new ProblemError('validation_failed', { fields: { [field]: text } });

const coolingOff = (
  code: 'withdrawals_cooling_off' | 'address_cooling_off',
  usableAtMs: number,
  nowMs: number,
): ProblemError =>
  new ProblemError(code, {
    fields: { usable_at: String(usableAtMs) },
    retryAfterMs: usableAtMs - nowMs,
  });
