/**
 * Terms of money in and out as operators write them ↔ as they are kept. Which changes need a second operator is in the
 * table of terms (cases.md L3).
 */
import {
  type ChainTerms as ChainTermsView,
  type ParsedOf,
  ProblemError,
  type ResponseOf,
} from '@fairlead/contract';
import type { Currency } from '@fairlead/engine';
import { type AmountMinor, amountMinor, parseDecimal } from '@fairlead/units';
import { amountText } from '../../core/http/figures.ts';
import { termsProblem } from '../../core/terms/refusal.ts';
import type { Say } from '../../core/texts/texts.ts';
import type { Terms } from '../../market/index.ts';
import {
  areSettingsSound,
  type BankAccountTerms,
  type ChainTerms,
  type CustodySettings,
  type CustodyTerms,
  isChainSound,
  VALUE_SCALE,
} from './terms.ts';

export type SettingsInput = ParsedOf<'saveCustodySettings'>;
export type BankAccountInput = ParsedOf<'saveBankAccount'>;

export const chainTermsView = (terms: ChainTerms, currency: Currency): ChainTermsView => ({
  currency_id: terms.currencyId,
  chain: terms.chain,
  min_deposit: amountText(terms.minDeposit, currency),
  min_withdraw: amountText(terms.minWithdraw, currency),
  withdraw_fee: amountText(terms.withdrawFee, currency),
  confirmations: terms.confirmations,
  is_deposit_open: terms.isDepositOpen,
  is_withdraw_open: terms.isWithdrawOpen,
  two_approvals_from: amountText(terms.twoApprovalsFrom, currency),
});

/** Reads terms; throws field errors for what the currency cannot express. */
export function readChainTerms(input: ChainTermsView, terms: Terms, say: Say): ChainTerms {
  const currency = terms.currency(input.currency_id);
  if (currency === undefined)
    throw new ProblemError('validation_failed', {
      fields: { currency_id: say('fields.currency') },
    });
  const amounts = new Amounts(say);
  const scale = currency.scale;
  const read: ChainTerms = {
    currencyId: input.currency_id,
    chain: input.chain,
    minDeposit: amounts.read('min_deposit', input.min_deposit, scale),
    minWithdraw: amounts.read('min_withdraw', input.min_withdraw, scale),
    withdrawFee: amounts.read('withdraw_fee', input.withdraw_fee, scale),
    confirmations: input.confirmations,
    isDepositOpen: input.is_deposit_open,
    isWithdrawOpen: input.is_withdraw_open,
    twoApprovalsFrom: amounts.read('two_approvals_from', input.two_approvals_from, scale),
  };
  amounts.check();
  if (!isChainSound(read))
    throw termsProblem('chain', input, { say, context: { scaleOf: () => scale } });
  return read;
}

const valueText = (value: AmountMinor): string => amountText(value, { scale: VALUE_SCALE });

export const settingsView = (settings: CustodySettings) => ({
  daily_value_basic: valueText(settings.dailyValueBasicMinor),
  daily_value_advanced: valueText(settings.dailyValueAdvancedMinor),
  daily_count: settings.dailyCount,
  vip_volume: valueText(settings.vipVolumeMinor),
});

/** Reads limits; throws field errors. */
export function readSettings(input: SettingsInput, say: Say): CustodySettings {
  const amounts = new Amounts(say);
  const read: CustodySettings = {
    dailyValueBasicMinor: amounts.read('daily_value_basic', input.daily_value_basic, VALUE_SCALE),
    dailyValueAdvancedMinor: amounts.read(
      'daily_value_advanced',
      input.daily_value_advanced,
      VALUE_SCALE,
    ),
    dailyCount: input.daily_count,
    vipVolumeMinor: amounts.read('vip_volume', input.vip_volume, VALUE_SCALE),
  };
  amounts.check();
  if (!areSettingsSound(read))
    throw termsProblem('settings', input, { say, context: { scaleOf: () => VALUE_SCALE } });
  return read;
}

type BankAccountView = ResponseOf<'custodySettings'>['bank_accounts'][number];

export const bankAccountView = (account: BankAccountTerms): BankAccountView => ({
  currency_id: account.currencyId,
  account_name: account.accountName,
  account_number: account.accountNumber,
  bank_name: account.bankName,
  bank_address: account.bankAddress,
  swift_code: account.swiftCode,
  fiat_currency: account.fiat?.currency ?? '',
  fiat_rate: account.fiat?.rate ?? '',
});

/** Fields that are not there where an account names no money. */
export const fiatView = ({ fiat }: BankAccountTerms) =>
  fiat === undefined ? {} : { fiat_currency: fiat.currency, fiat_rate: fiat.rate };

/** With both fields of the money that it takes, empty where it names none; a rate of nothing, or of what, is refused. */
export function askedBankAccount(input: BankAccountInput, say: Say): BankAccountInput {
  const { fiat_currency: currency = '', fiat_rate: rate = '' } = input;
  const asked = { ...input, fiat_currency: currency, fiat_rate: rate };
  if (currency === '' && rate === '') return asked;
  const required = say('fields.required');
  if (currency === '')
    throw new ProblemError('validation_failed', { fields: { fiat_currency: required } });
  if (!/[1-9]/.test(rate))
    throw new ProblemError('validation_failed', { fields: { fiat_rate: required } });
  return asked;
}

export const readBankAccount = (input: BankAccountInput): BankAccountTerms => ({
  currencyId: input.currency_id,
  accountName: input.account_name,
  accountNumber: input.account_number,
  bankName: input.bank_name,
  bankAddress: input.bank_address,
  swiftCode: input.swift_code,
  ...(input.fiat_currency &&
    input.fiat_rate && { fiat: { currency: input.fiat_currency, rate: input.fiat_rate } }),
});

/** The terms of one way in and out as they are in force. */
export function presentChainTerms(
  custodyTerms: CustodyTerms,
  terms: Terms,
  of: Pick<ChainTermsView, 'currency_id' | 'chain'>,
): ChainTermsView | undefined {
  const present = custodyTerms.chain(of.currency_id, of.chain);
  return present && chainTermsView(present, terms.knownCurrency(of.currency_id));
}

export function presentBankAccount(
  custodyTerms: CustodyTerms,
  currencyId: number,
): BankAccountInput | undefined {
  const present = custodyTerms.bankAccount(currencyId);
  return present && bankAccountView(present);
}

/** Reads amounts of several fields and tells of all that are wrong at once. */
class Amounts {
  readonly #say: Say;
  readonly #fields = new Map<string, string>();

  constructor(say: Say) {
    this.#say = say;
  }

  read(field: string, text: string, scale: number): AmountMinor {
    const value = parseDecimal(text, scale);
    if (value === undefined)
      this.#fields.set(field, this.#say('fields.decimals', { count: scale }));
    return amountMinor(value ?? 0n);
  }

  check(): void {
    if (this.#fields.size > 0)
      throw new ProblemError('validation_failed', { fields: Object.fromEntries(this.#fields) });
  }
}
