/** A conversion: initial, reduce, what may be chosen, what is asked and sent; pure. */
import type {
  ConversionQuote,
  CurrencyInfo,
  Quotation,
  RequestOf,
  Wallet,
} from '@fairlead/contract';
import { finishDecimal } from '@fairlead/ui';
import { isZeroDecimal, parseDecimal } from '@fairlead/units';
import { balancesOf } from '../model.ts';

const [BTC_ID, USDT_ID] = [1, 3];

export interface ConvertState {
  readonly fromId: number;
  readonly toId: number;
  /** As typed, may be unfinished. */
  readonly amount: string;
  /** What a quote was asked for; its figures stay as they are until it is asked again. */
  readonly asked: RequestOf<'conversionQuote'> | undefined;
}

export type ConvertAction =
  | { readonly kind: 'from' | 'to'; readonly currencyId: number }
  | { readonly kind: 'swap' }
  | { readonly kind: 'amount'; readonly amount: string }
  | { readonly kind: 'ask' }
  | { readonly kind: 'done' };

/** `?from=3&to=1`, ids of currencies. */
export function initialState(query: URLSearchParams): ConvertState {
  const read = (name: string, otherwise: number) => {
    const id = Number(query.get(name));
    return Number.isSafeInteger(id) && id > 0 ? id : otherwise;
  };
  const fromId = read('from', USDT_ID);
  const toId = read('to', fromId === BTC_ID ? USDT_ID : BTC_ID);
  return { fromId, toId: toId === fromId ? USDT_ID : toId, amount: '', asked: undefined };
}

/** Choosing the other side's currency swaps the two. Whatever changes, an old quote is of something else. */
export function reduce(state: ConvertState, action: ConvertAction): ConvertState {
  switch (action.kind) {
    case 'from':
      if (action.currencyId === state.toId) return reduce(state, { kind: 'swap' });
      return { ...state, fromId: action.currencyId, amount: '', asked: undefined };
    case 'to':
      if (action.currencyId === state.fromId) return reduce(state, { kind: 'swap' });
      return { ...state, toId: action.currencyId, asked: undefined };
    case 'swap':
      return { fromId: state.toId, toId: state.fromId, amount: '', asked: undefined };
    case 'amount':
      return { ...state, amount: action.amount, asked: undefined };
    case 'ask':
      return { ...state, asked: requestOf(state) };
    case 'done':
      return { ...state, amount: '', asked: undefined };
  }
}

const requestOf = ({ fromId, toId, amount }: ConvertState): RequestOf<'conversionQuote'> => ({
  from_currency_id: fromId,
  to_currency_id: toId,
  amount: finishDecimal(amount) ?? '0',
});

/** What can be sold, and what can be had for it: what some market trades. */
export function convertible(
  currencies: readonly CurrencyInfo[],
  quotations: readonly Quotation[],
): readonly CurrencyInfo[] {
  const traded = new Set(quotations.flatMap(({ symbol }) => symbol.split('/')));
  return currencies.filter(({ name }) => traded.has(name));
}

export function availableOf(wallet: Wallet | undefined, currencyId: number): string | undefined {
  if (wallet === undefined) return undefined;
  const found = balancesOf(wallet, 'coin').find((one) => one.currency_id === currencyId);
  return found?.available ?? '0';
}

export type ConvertProblem = 'required' | 'insufficient';

export function validate(
  { amount }: ConvertState,
  available: string | undefined,
  scale: number,
): ConvertProblem | undefined {
  const finished = finishDecimal(amount);
  if (finished === undefined || isZeroDecimal(finished)) return 'required';
  const [wanted, has] = [parseDecimal(finished, scale), parseDecimal(available ?? '', scale)];
  return wanted !== undefined && has !== undefined && wanted > has ? 'insufficient' : undefined;
}

/** What is sent of a quote: its bounds, its end, the fee that was shown, and what would come of it. */
export function convertRequest(
  asked: RequestOf<'conversionQuote'>,
  { legs, expires_at: expiresAt, receives }: ConversionQuote,
): RequestOf<'convert'> {
  const worst = (side: 'buy' | 'sell') => legs.find((leg) => leg.side === side)?.worst_price;
  const [sale, purchase] = [worst('sell'), worst('buy')];
  const rates = legs.map(({ fee_rate: rate }) => rate);
  const { from_currency_id, to_currency_id, amount } = asked;
  return {
    ...{ from_currency_id, to_currency_id, amount, expires_at: expiresAt },
    ...(sale !== undefined && { worst_sale_price: sale }),
    ...(purchase !== undefined && { worst_purchase_price: purchase }),
    quoted_receives: receives,
    shown_fee_rate: rates.reduce((most, rate) => (Number(rate) > Number(most) ? rate : most), '0'),
  };
}
