/** What the oracle of futures asks of requests, terms and stops. */
import type { Command, FuturesTerms, PostingAccount } from '@fairlead/engine';
import type { NaiveAgreement } from './naive-futures-rules.ts';

type Of<Kind extends Command['kind']> = Extract<Command, { kind: Kind }>;

export const PRICE_MAX = 2n ** 53n - 1n;

export function isLevelRight(
  { side }: { readonly side: 'long' | 'short' },
  { stop, price }: { readonly stop: 'take_profit' | 'stop_loss'; readonly price: bigint },
  reference: bigint | undefined,
): boolean {
  const stops = stop === 'take_profit' ? { takeProfit: price } : { stopLoss: price };
  return areStopsRight({ side }, stops, reference);
}

/** What is agreed of a position; terms say more. */
const AGREED = [
  'lotBaseMinor',
  'openFeePpm',
  'closeFeePpm',
  'insuranceSharePpm',
  'halfSpreadPpm',
  'priceStepE8',
  'profitCapMultiple',
  'maintenanceRatePpm',
] as const;

export const isSame = (one: NaiveAgreement, other: NaiveAgreement): boolean =>
  AGREED.every((name) => one[name] === other[name]);

/** Whether one of the terms that were shown is worse now, or a lot is another. */
export function isWorse(
  { shownTerms: shown = {} }: Of<'open_position'>,
  { terms, maintenance }: { readonly terms: FuturesTerms; readonly maintenance: bigint },
): boolean {
  const pairs: readonly (readonly [bigint | undefined, bigint])[] = [
    [shown.openFeePpm, terms.openFeePpm],
    [shown.closeFeePpm, terms.closeFeePpm],
    [shown.halfSpreadPpm, terms.halfSpreadPpm],
    [shown.maintenanceRatePpm, maintenance],
  ];
  const isLower = (shown.profitCapMultiple ?? 0) > terms.profitCapMultiple;
  const isOther = (shown.lotBaseMinor ?? terms.lotBaseMinor) !== terms.lotBaseMinor;
  return isLower || isOther || pairs.some(([most, now]) => most !== undefined && now > most);
}

export function areStopsRight(
  { side }: { readonly side: 'long' | 'short' },
  stops: { readonly takeProfit?: bigint | undefined; readonly stopLoss?: bigint | undefined },
  reference: bigint | undefined,
): boolean {
  const { takeProfit, stopLoss } = stops;
  const line =
    side === 'long' ? [stopLoss, reference, takeProfit] : [takeProfit, reference, stopLoss];
  const given = line.filter((each) => each !== undefined);
  const sorted = [...new Set(given)].sort((left, right) => (left < right ? -1 : 1));
  const isRising = sorted.length === given.length && sorted.every((each, at) => each === given[at]);
  return isRising && given.every((each) => each >= 1n && each <= PRICE_MAX);
}

export function partsOf(account: PostingAccount): {
  readonly owner: number;
  readonly account: string;
} {
  return 'house' in account ? { owner: 0, account: account.house } : account;
}

export const distance = (left: bigint, right: bigint): bigint =>
  left > right ? left - right : right - left;

export const sum = (values: readonly bigint[]): bigint =>
  values.reduce((total, value) => total + value, 0n);

export const least = (left: bigint, right: bigint): bigint =>
  left < right ? left : right > 0n ? right : 0n;
