/** Words that orders, stops and lists have in common: read there, and refused there. */
import { createHash } from 'node:crypto';
import type { ParsedOf } from '@fairlead/contract';
import { BinanceError, filterFailure } from './errors.ts';
import { SELF_TRADE_MODES } from './exchange-info.ts';
import type { Parameters } from './parameters.ts';

export const LANGUAGE = 'en';
const SIDES = { BUY: 'buy', SELL: 'sell' } as const;
const FORCES = { GTC: 'gtc', IOC: 'ioc', FOK: 'fok' } as const;
/** As Binance has it, less the slash, which our own ids do not take. */
const CLIENT_ORDER_ID = /^[A-Za-z0-9._:-]{1,36}$/;
const RESPONSES = ['ACK', 'RESULT', 'FULL'] as const;
export type ResponseWord = (typeof RESPONSES)[number];

type SelfTrade = ParsedOf<'placeOrder'>['self_trade_prevention'];

export const combination = (): BinanceError =>
  new BinanceError(-1014, 'Unsupported order combination.');

export const notRequired = (name: string): BinanceError =>
  new BinanceError(-1106, `Parameter '${name}' sent when not required.`);

export function wordOf<Word extends string>(
  parameters: Parameters,
  name: string,
  words: Readonly<Record<string, Word>>,
  invalid: () => BinanceError,
): Word {
  const word = words[parameters.required(name)];
  if (word === undefined) throw invalid();
  return word;
}

export const readSide = (parameters: Parameters, name = 'side'): 'buy' | 'sell' =>
  wordOf(parameters, name, SIDES, () => new BinanceError(-1117, 'Invalid side.'));

export const readForce = (parameters: Parameters, name = 'timeInForce'): 'gtc' | 'ioc' | 'fok' =>
  wordOf(parameters, name, FORCES, () => new BinanceError(-1115, 'Invalid timeInForce.'));

/** NONE and DECREMENT are none of ours: nobody trades with themselves here, and no order shrinks unfilled. */
export function readSelfTrade(parameters: Parameters): SelfTrade {
  const word = parameters.text('selfTradePreventionMode');
  if (word === undefined) return undefined;
  const mode = SELF_TRADE_MODES.find((each) => each === word);
  if (mode === undefined)
    throw new BinanceError(
      -1013,
      'This symbol does not allow the specified self-trade prevention mode.',
    );
  return mode.toLowerCase() as SelfTrade;
}

export function readClientOrderId(
  parameters: Parameters,
  name = 'newClientOrderId',
): string | undefined {
  const id = parameters.text(name);
  if (id === undefined || CLIENT_ORDER_ID.test(id)) return id;
  throw new BinanceError(
    -1100,
    `Illegal characters found in parameter '${name}'; legal range is '^[A-Za-z0-9._:-]{1,36}$'.`,
  );
}

/** The same for a call that is sent again to the byte, so that it is one order. */
export const generatedId = (name: string): string =>
  `bn${createHash('sha256').update(name).digest('hex').slice(0, 30)}`;

export function readResponse(parameters: Parameters, fallback: ResponseWord): ResponseWord {
  const word = parameters.text('newOrderRespType') ?? fallback;
  const response = RESPONSES.find((each) => each === word);
  if (response === undefined) throw new BinanceError(-1136, 'Invalid newOrderRespType.');
  return response;
}

/** What we have not is refused and never passed over in silence: it would be another order. */
export function refuseUnserved(parameters: Parameters, names: readonly string[]): void {
  for (const name of names) if (parameters.text(name) !== undefined) throw combination();
}

const PEGS = ['pegPriceType', 'pegOffsetType', 'pegOffsetValue'] as const;

/** Prices that follow others are none of ours, as `exchangeInfo` says. */
export function refusePegged(parameters: Parameters, prefix = ''): void {
  const names = PEGS.map((name) =>
    prefix === '' ? name : `${prefix}${name.charAt(0).toUpperCase()}${name.slice(1)}`,
  );
  if (names.some((name) => parameters.text(name) !== undefined))
    throw new BinanceError(-1014, 'Unsupported order combination: pegged orders are not allowed.');
}

/** Which of Binance's filters says what our fields say. */
export function fieldFailure(fields: readonly string[]): BinanceError {
  const has = (name: string) =>
    fields.some((field) => field === name || field.endsWith(`.${name}`));
  if (has('price') || has('trigger_price')) return filterFailure('PRICE_FILTER');
  if (has('quantity') || has('display_quantity')) return filterFailure('LOT_SIZE');
  if (has('amount'))
    return new BinanceError(-1111, 'Parameter quoteOrderQty has too much precision.');
  return new BinanceError(-1130, `Data sent for parameter '${fields[0]}' is not valid.`);
}

/** A handler's refusal by fields, in Binance's words. */
export function inOurWords(error: unknown): unknown {
  const { fields } = (error ?? {}) as { readonly fields?: Readonly<Record<string, string>> };
  return fields === undefined ? error : fieldFailure(Object.keys(fields));
}
