/** A withdrawal: where to, how much, what arrives, and why it cannot be asked for; pure. */
import type {
  BankCard,
  Chain,
  CurrencyInfo,
  Recipient,
  RequestOf,
  ResponseOf,
  WithdrawalAddress,
} from '@fairlead/contract';
import { CURRENCY_IDS } from '@fairlead/contract/constants';
import { cardLabel } from '@fairlead/contract/intent';
import { compareDecimals, finishDecimal } from '@fairlead/ui';
import { formatDecimal, isZeroDecimal, parseDecimal } from '@fairlead/units';
import type { SignedDraft } from '../../../data/passkey/sign.ts';
import { bankTerms, cryptoTerms } from '../custody/chains.ts';

export type Way = 'crypto' | 'bank';
export type WithdrawalInfo = ResponseOf<'withdrawalInfo'>;
export type Need = WithdrawalInfo['needs'][number];

/** A saved address or card. */
export interface Target {
  readonly id: number;
  /** Absent for a card. */
  readonly chain?: Chain;
  /** Its name in the book; "" without one. */
  readonly name: string;
  /** The whole address, or the masked card. */
  readonly text: string;
  /** As a passkey signs it. */
  readonly signedText: string;
  readonly usableAt: number;
  /** What was said last of whose wallet it is. */
  readonly recipient?: Recipient;
}

export const addressTarget = (one: WithdrawalAddress): Target => ({
  id: one.id,
  chain: one.chain,
  name: one.note,
  text: one.address,
  signedText: one.address,
  usableAt: one.usable_at,
  ...(one.recipient !== undefined && { recipient: one.recipient }),
});

export const cardTarget = (one: BankCard): Target => ({
  id: one.id,
  name: `${one.bank_name}, ${one.full_name}`,
  text: one.card_number,
  signedText: cardLabel(one),
  usableAt: one.usable_at,
});

/** The one that was chosen; else the only one that can be used already. */
export function chosenTarget(
  targets: readonly Target[],
  chosenId: number | undefined,
  nowMs: number,
): Target | undefined {
  const chosen = targets.find(({ id }) => id === chosenId);
  if (chosen !== undefined) return chosen;
  const usable = targets.filter(({ usableAt }) => usableAt <= nowMs);
  return usable.length === 1 ? usable[0] : undefined;
}

/** What costs are asked for: the target's network, else what the address of the page names, else the first. */
export function chainFor(
  currency: CurrencyInfo | undefined,
  target: Target | undefined,
  asked: string | null,
): Chain | undefined {
  if (target?.chain !== undefined) return target.chain;
  const networks = cryptoTerms(currency);
  const named = networks.find(({ chain }) => chain === asked);
  return named?.chain ?? networks[0]?.chain;
}

export const canWithdraw = (currency: CurrencyInfo, way: Way): boolean =>
  currency.withdraw &&
  (way === 'bank' ? bankTerms(currency) !== undefined : cryptoTerms(currency).length > 0);

export interface Draft {
  /** As typed, may be unfinished. */
  readonly amount: string;
  readonly note: string;
  readonly recipient?: RecipientDraft;
}

/** Whose wallet an address is, as far as it is said. */
export interface RecipientDraft {
  /** Of which it is said; of any other it counts for nothing. */
  readonly addressId: number;
  readonly wallet: Recipient['wallet'] | undefined;
  readonly provider: string;
  readonly beneficiary: string;
}

/** What is typed of the address that is chosen; else what was said of it last. */
export function recipientDraft(
  { recipient }: Draft,
  target: Pick<Target, 'id' | 'recipient'>,
): RecipientDraft {
  if (recipient?.addressId === target.id) return recipient;
  const { wallet, provider = '', beneficiary = '' } = target.recipient ?? {};
  return { addressId: target.id, wallet, provider, beneficiary };
}

const NAME_CHARACTERS_MIN = 2;

/** Undefined while something is missing, and where it is not asked. */
function recipientOf(
  draft: Draft,
  { info, target }: Pick<Inputs, 'info' | 'target'>,
): Recipient | undefined {
  if (info?.asks_recipient !== true || target?.chain === undefined) return undefined;
  const { wallet, ...typed } = recipientDraft(draft, target);
  if (wallet !== 'provider') return wallet && { wallet };
  const [provider, beneficiary] = [typed.provider.trim(), typed.beneficiary.trim()];
  const isWhole = [provider, beneficiary].every((name) => name.length >= NAME_CHARACTERS_MIN);
  return isWhole ? { wallet, provider, beneficiary } : undefined;
}

export type Problem =
  | 'destination'
  | 'cooling'
  | 'none'
  | 'required'
  | 'insufficient'
  | 'below'
  | 'fee'
  | 'value'
  | 'recipient';

export interface Summary {
  readonly currency: CurrencyInfo | undefined;
  readonly fee: string | undefined;
  /** What arrives: the amount less the fee; undefined while that is not above zero. */
  readonly receipt: string | undefined;
  /** The most that can be asked for now. */
  readonly max: string | undefined;
}

const exact = (text: string, scale: number): bigint => parseDecimal(text, scale) ?? 0n;
const lesser = (left: string, right: string): string =>
  compareDecimals(left, right) === 1 ? right : left;

/** USDT is worth itself, so the day's limit bounds its amount; of other coins only the server knows the price. */
const bindsValue = (currency: CurrencyInfo | undefined): boolean =>
  currency?.currency_id === CURRENCY_IDS.USDT;

export function summarize(
  { amount }: Draft,
  { currency, info }: { currency: CurrencyInfo | undefined; info: WithdrawalInfo | undefined },
): Summary {
  if (info === undefined || currency === undefined)
    return { currency, fee: undefined, receipt: undefined, max: undefined };
  const { scale } = currency;
  const finished = finishDecimal(amount) ?? '0';
  const receipt = exact(finished, scale) - exact(info.fee, scale);
  const max = bindsValue(currency) ? lesser(info.available, info.remaining_value) : info.available;
  return {
    currency,
    fee: info.fee,
    receipt: receipt > 0n ? formatDecimal(receipt, scale) : undefined,
    max: isZeroDecimal(max) ? undefined : max,
  };
}

export interface Inputs {
  readonly way: Way;
  /** What the costs are of; undefined for a card. */
  readonly chain: Chain | undefined;
  readonly currency: CurrencyInfo | undefined;
  readonly info: WithdrawalInfo | undefined;
  readonly target: Target | undefined;
  readonly nowMs: number;
}

/** The first thing that stands against it; undefined when it can be asked for. */
export function validate(draft: Draft, inputs: Inputs): Problem | undefined {
  const { info, target, currency, nowMs } = inputs;
  if (target === undefined) return 'destination';
  if (target.usableAt > nowMs) return 'cooling';
  const isAsked = info?.asks_recipient === true && target.chain !== undefined;
  if (isAsked && recipientOf(draft, inputs) === undefined) return 'recipient';
  const amount = finishDecimal(draft.amount);
  if (amount === undefined || isZeroDecimal(amount)) return 'required';
  if (info === undefined) return undefined;
  if (isUsedUp(info)) return 'none';
  if (compareDecimals(amount, info.available) === 1) return 'insufficient';
  if (compareDecimals(amount, info.min_withdraw) === -1) return 'below';
  if (summarize(draft, { currency, info }).receipt === undefined) return 'fee';
  if (bindsValue(currency) && compareDecimals(amount, info.remaining_value) === 1) return 'value';
  return undefined;
}

/** Whether the day's requests are used up: nothing that is typed helps then. */
export const isUsedUp = (info: WithdrawalInfo | undefined): boolean => info?.remaining_today === 0;

/** What must be seen to first; the second factor only while none is set, for then it is asked for in the sheet. */
export const openNeeds = (info: WithdrawalInfo | undefined): readonly Need[] =>
  info?.needs.filter((need) => need !== 'otp' || !info.has_otp) ?? [];

export function withdrawRequest(
  draft: Draft,
  { currency, target, info }: Pick<Inputs, 'currency' | 'target' | 'info'>,
  secrets: { readonly fundPassword: string; readonly otp: string },
): RequestOf<'withdraw'> {
  const note = draft.note.trim();
  const recipient = recipientOf(draft, { info, target });
  return {
    currency_id: currency?.currency_id ?? 0,
    ...(target?.chain === undefined
      ? { card_id: target?.id ?? 0 }
      : { chain: target.chain, address_id: target.id }),
    amount: finishDecimal(draft.amount) ?? '',
    ...(note !== '' && { note }),
    ...(recipient !== undefined && {
      recipient_wallet: recipient.wallet,
      ...(recipient.provider !== undefined && { recipient_provider: recipient.provider }),
      ...(recipient.beneficiary !== undefined && { beneficiary: recipient.beneficiary }),
    }),
    ...(info !== undefined && { shown_fee: info.fee }),
    fund_password: secrets.fundPassword,
    ...(secrets.otp !== '' && { otp: secrets.otp }),
  };
}

/** What a passkey signs of it, as it stands in the sheet; undefined while the costs are not known. */
export function withdrawIntent(
  draft: Draft,
  inputs: Pick<Inputs, 'currency' | 'target' | 'info'>,
  owner: number,
): SignedDraft | undefined {
  const { currency, target } = inputs;
  const { receipt, fee } = summarize(draft, inputs);
  if (currency === undefined || target === undefined || receipt === undefined) return undefined;
  return {
    kind: 'withdrawal',
    owner,
    currency: currency.name,
    chain: target.chain ?? 'BANK',
    address: target.signedText,
    ...(target.chain === undefined && { card: String(target.id) }),
    amount: receipt,
    fee: formatDecimal(exact(fee ?? '0', currency.scale), currency.scale),
  };
}
