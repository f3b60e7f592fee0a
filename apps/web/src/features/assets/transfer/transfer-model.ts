/** A transfer between two of the four accounts: initial, reduce, summarize, validate; pure. */
import type { CurrencyInfo, RequestOf, TransferRecord, Wallet } from '@fairlead/contract';
import { formatDecimal, isDecimalText, isZeroDecimal, parseDecimal } from '@fairlead/units';
import { type Account, balancesOf, readAccount } from '../model.ts';

export interface TransferState {
  readonly from: Account;
  readonly to: Account;
  readonly currencyId: number;
  /** As typed, may be unfinished. */
  readonly amount: string;
}

export type TransferAction =
  | { readonly kind: 'from' | 'to'; readonly account: Account }
  | { readonly kind: 'swap' }
  | { readonly kind: 'currency'; readonly currencyId: number }
  | { readonly kind: 'amount'; readonly amount: string }
  | { readonly kind: 'done' };

const OTHER: Readonly<Record<Account, Account>> = {
  coin: 'contract',
  contract: 'coin',
  option: 'coin',
  trust: 'coin',
};

const USDT_ID = 3;

/** From the address: `from`, `to`, `currency_id`, `amount`; two different accounts in any case. */
export function initialState(query: URLSearchParams): TransferState {
  const asked = { from: readAccount(query.get('from')), to: readAccount(query.get('to')) };
  const from = asked.from ?? (asked.to === undefined ? 'coin' : OTHER[asked.to]);
  const to = asked.to === undefined || asked.to === from ? OTHER[from] : asked.to;
  const currencyId = Number(query.get('currency_id'));
  const amount = query.get('amount') ?? '';
  return {
    from,
    to,
    currencyId: Number.isSafeInteger(currencyId) && currencyId > 0 ? currencyId : USDT_ID,
    amount: isDecimalText(amount) ? amount : '',
  };
}

/** Choosing the other side's account swaps the two; a new source or currency empties the amount. */
export function reduce(state: TransferState, action: TransferAction): TransferState {
  switch (action.kind) {
    case 'from':
      if (action.account === state.from) return state;
      if (action.account === state.to) return reduce(state, { kind: 'swap' });
      return { ...state, from: action.account, amount: '' };
    case 'to':
      if (action.account === state.from) return reduce(state, { kind: 'swap' });
      return { ...state, to: action.account };
    case 'swap':
      return { ...state, from: state.to, to: state.from, amount: '' };
    case 'currency':
      if (action.currencyId === state.currencyId) return state;
      return { ...state, currencyId: action.currencyId, amount: '' };
    case 'amount':
      return { ...state, amount: action.amount };
    case 'done':
      return { ...state, amount: '' };
  }
}

export interface TransferSummary {
  readonly currency: CurrencyInfo | undefined;
  /** In the source account; undefined until the wallet is there. */
  readonly available: string | undefined;
  /** What stays available there; undefined while the amount is not valid. */
  readonly left: string | undefined;
}

export interface TransferInputs {
  readonly wallet: Wallet | undefined;
  readonly currencies: readonly CurrencyInfo[] | undefined;
}

function availableIn(wallet: Wallet, account: Account, currencyId: number): string {
  const balance = balancesOf(wallet, account).find((one) => one.currency_id === currencyId);
  return balance?.available ?? '0';
}

export function summarize(state: TransferState, inputs: TransferInputs): TransferSummary {
  const { wallet, currencies } = inputs;
  const currency = currencies?.find((one) => one.currency_id === state.currencyId);
  const available = wallet && availableIn(wallet, state.from, state.currencyId);
  const amount = currency && parseDecimal(finished(state.amount), currency.scale);
  const has = currency && available && parseDecimal(available, currency.scale);
  const isPossible =
    currency !== undefined && amount !== undefined && typeof has === 'bigint' && amount <= has;
  return {
    currency,
    available,
    left: isPossible ? formatDecimal(has - amount, currency.scale) : undefined,
  };
}

/** "5." and ".5" count; the wire wants "5" and "0.5". */
const finished = (text: string): string => {
  const padded = text.startsWith('.') ? `0${text}` : text;
  return padded.replace(/\.$/, '').replace(/^0+(?=\d)/, '');
};

/** All that is available, as one would type it; undefined where there is nothing. */
export function everything({ available }: TransferSummary): string | undefined {
  if (available === undefined || isZeroDecimal(available)) return undefined;
  return available.includes('.') ? available.replace(/(?:\.|(?<![.0]))0+$/, '') : available;
}

export type TransferProblem = 'required' | 'insufficient';

export function validate(
  state: TransferState,
  { available, left }: TransferSummary,
): TransferProblem | undefined {
  const amount = finished(state.amount);
  if (amount === '' || isZeroDecimal(amount)) return 'required';
  return available !== undefined && left === undefined ? 'insufficient' : undefined;
}

export const transferRequest = (state: TransferState): RequestOf<'transfer'> => ({
  from_account: state.from,
  to_account: state.to,
  currency_id: state.currencyId,
  amount: finished(state.amount),
});

/** Until then nobody is told that it takes long. */
const LATE_AFTER_MS = 10_000;

export const onItsWay = (list: readonly TransferRecord[]): readonly TransferRecord[] =>
  list.filter(({ status }) => status === 'on_the_way');

/** Whether one of them waits for the other account longer than it takes where all is well. */
export const isLate = (list: readonly TransferRecord[], nowMs: number): boolean =>
  onItsWay(list).some(({ time }) => nowMs - time >= LATE_AFTER_MS);

/** Currencies to choose from: what the source account has first, the largest value on top. */
export function currencyChoices(
  { from }: TransferState,
  { wallet, currencies = [] }: TransferInputs,
): readonly (CurrencyInfo & { readonly available: string | undefined })[] {
  const order = wallet === undefined ? [] : balancesOf(wallet, from).map((one) => one.currency_id);
  const rank = (currencyId: number): number => {
    const has = wallet !== undefined && !isZeroDecimal(availableIn(wallet, from, currencyId));
    const place = order.indexOf(currencyId);
    return (has ? 0 : 1_000) + (place < 0 ? 500 : place);
  };
  return [...currencies]
    .sort((left, right) => rank(left.currency_id) - rank(right.currency_id))
    .map((currency) => ({
      ...currency,
      available: wallet && availableIn(wallet, from, currency.currency_id),
    }));
}
