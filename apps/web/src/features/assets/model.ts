/** What the assets pages compute from a wallet; pure, exact, everything in decimal strings. */
import type { Balance, Quotation, Wallet } from '@fairlead/contract';
import { finishDecimal } from '@fairlead/ui';
import { decimalsOf, divFloor, formatDecimal, isZeroDecimal, parseDecimal } from '@fairlead/units';
import { tidy } from '../../data/tidy.ts';

/** In the order of the drawing; the ring's hues follow it. */
export const ACCOUNTS = ['coin', 'trust', 'contract', 'option'] as const;
export type Account = (typeof ACCOUNTS)[number];

/** Converted amounts and shares are computed at this many decimals. */
const SCALE = 18;
const RATIO = 10n ** BigInt(SCALE);
/** Amounts worth less than one unit of the convert currency are small. */
const SMALL_BELOW = RATIO;
const BTC_SCALE = 8;
const THOUSAND = 1_000n;

export const readAccount = (text: string | null): Account | undefined =>
  ACCOUNTS.find((account) => account === text);

const exact = (text: string | undefined): bigint | undefined =>
  text === undefined ? undefined : parseDecimal(text, SCALE);

/** An amount as it was typed, in the way amounts are written: "500." → "500.00". */
export const typedAmount = (amount: string): string => tidy(finishDecimal(amount) ?? '0');

export interface AccountPart {
  readonly account: Account;
  /** In the convert currency; absent when the server did not list the account. */
  readonly total: string | undefined;
  /** Fraction of all, rounded to a thousandth; absent when there is nothing to divide. */
  readonly share: string | undefined;
}

/** The four accounts with what each is worth and its share of all. */
export function accountParts(wallet: Wallet): readonly AccountPart[] {
  const totals = ACCOUNTS.map(
    (account) => wallet.accounts.find((one) => one.account === account)?.total,
  );
  const sum = totals.reduce((all, total) => all + (exact(total) ?? 0n), 0n);
  return ACCOUNTS.map((account, index) => {
    const total = totals[index];
    const value = exact(total);
    const isShared = value !== undefined && value >= 0n && sum > 0n;
    return {
      account,
      total,
      share: isShared
        ? formatDecimal(divFloor(2n * value * THOUSAND + sum, 2n * sum), 3)
        : undefined,
    };
  });
}

export interface AccountWorth {
  /** What the ledger holds. */
  readonly balances: string;
  /** Of what is held open; a profit or loss with its sign. */
  readonly beside: string;
}

/** What an account's total holds beside its balances: what closing positions would bring, open options' stakes. */
const BESIDE = { contract: 'unrealised_net', option: 'open_stakes' } as const;
type AccountWithBeside = keyof typeof BESIDE;

const hasBeside = (account: Account): account is AccountWithBeside => account in BESIDE;

/** What an account's total is made of; undefined while there is nothing beside its balances. */
export function accountWorth(wallet: Wallet, account: Account): AccountWorth | undefined {
  if (!hasBeside(account)) return undefined;
  const found = wallet.accounts.find((one) => one.account === account);
  const beside = found?.[BESIDE[account]];
  if (found === undefined || beside === undefined || isZeroDecimal(beside)) return undefined;
  const scale = Math.max(decimalsOf(found.total), decimalsOf(beside));
  const total = parseDecimal(found.total, scale);
  const part = parseDecimal(beside, scale);
  if (total === undefined || part === undefined) return undefined;
  return { balances: formatDecimal(total - part, scale), beside };
}

/** What the total is in bitcoin at the index, cut at 8 decimals; undefined without a live price. */
export function inBitcoin(wallet: Wallet, markets: readonly Quotation[]): string | undefined {
  const market = markets.find(
    ({ base, quote }) => base === 'BTC' && quote === wallet.convert_currency,
  );
  const price = market?.is_stale === false ? exact(market.index_price) : undefined;
  const total = exact(wallet.total);
  if (price === undefined || price <= 0n || total === undefined) return undefined;
  return formatDecimal(divFloor(total * 10n ** BigInt(BTC_SCALE), price), BTC_SCALE);
}

export const balancesOf = (wallet: Wallet, account: Account): readonly Balance[] =>
  wallet.accounts.find((one) => one.account === account)?.balances ?? [];

export interface BalanceFilter {
  readonly hideSmall: boolean;
  readonly search: string;
  /** Full names by currency name, searched too. */
  readonly names: ReadonlyMap<string, string>;
}

export interface ShownBalances {
  readonly shown: readonly Balance[];
  /** Held, but too small to show. */
  readonly hiddenCount: number;
  /** What those are worth together, at 18 decimals. */
  readonly hiddenValue: string;
}

/** Below one unit of the convert currency. What has no price is not small: nobody knows. */
function isSmall({ total, converted }: Balance): boolean {
  if (isZeroDecimal(total)) return true;
  const value = exact(converted);
  return value !== undefined && value < SMALL_BELOW;
}

/** The most valuable first, then what is held without a price, then empty ones as the server lists them. */
function compareBalances(left: Balance, right: Balance): number {
  const rank = ({ total, converted }: Balance): number =>
    isZeroDecimal(total) ? 2 : converted === undefined ? 1 : 0;
  const byRank = rank(left) - rank(right);
  if (byRank !== 0) return byRank;
  const difference = (exact(right.converted) ?? 0n) - (exact(left.converted) ?? 0n);
  return difference > 0n ? 1 : difference < 0n ? -1 : left.currency_id - right.currency_id;
}

/** Searching looks through everything; hiding leaves out what is small and says how much that is. */
export function selectBalances(
  balances: readonly Balance[],
  { hideSmall, search, names }: BalanceFilter,
): ShownBalances {
  const wanted = search.trim().toLocaleLowerCase();
  const sorted = [...balances].sort(compareBalances);
  if (wanted !== '') {
    const shown = sorted.filter(({ name }) =>
      `${name} ${names.get(name) ?? ''}`.toLocaleLowerCase().includes(wanted),
    );
    return { shown, hiddenCount: 0, hiddenValue: '0' };
  }
  if (!hideSmall) return { shown: sorted, hiddenCount: 0, hiddenValue: '0' };
  const hidden = sorted.filter((balance) => isSmall(balance) && !isZeroDecimal(balance.total));
  const value = hidden.reduce((sum, { converted }) => sum + (exact(converted) ?? 0n), 0n);
  return {
    shown: sorted.filter((balance) => !isSmall(balance)),
    hiddenCount: hidden.length,
    hiddenValue: formatDecimal(value, SCALE),
  };
}

/** Whether prices are old: sampled longer ago than a refresh and the index's own life allow. */
export const isOld = (wallet: Wallet, nowMs: number): boolean => nowMs - wallet.time > OLD_AFTER_MS;
export const REFETCH_MS = 15_000;
const OLD_AFTER_MS = 30_000;

/** Decimals in a list: two for the convert currency, all for a coin. Detail shows all of both. */
export const listDecimals = (currency: string, convertCurrency: string): number | undefined =>
  currency === convertCurrency ? 2 : undefined;

/** Where a currency is traded: against the convert currency if possible. */
export function marketFor(
  currency: string,
  convertCurrency: string,
  markets: readonly Quotation[],
): string | undefined {
  const own = markets.filter(({ spot, base }) => spot && base === currency);
  return (own.find(({ quote }) => quote === convertCurrency) ?? own[0])?.symbol;
}
