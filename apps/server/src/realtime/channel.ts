/** A channel's name in its parts. */
import type { Period } from '@fairlead/contract';
import type { CandleKind } from '../market/index.ts';

export type ParsedChannel =
  | { readonly kind: 'ticker' }
  | { readonly kind: 'depth' | 'trades' | 'index'; readonly symbol: string }
  | {
      readonly kind: 'candle';
      readonly symbol: string;
      readonly period: Period;
      readonly candleKind: CandleKind;
    };

/** Reads a name that the contract's schema has let pass. */
export function parseChannel(channel: string): ParsedChannel {
  const [kind, symbol = '', period, suffix] = channel.split(':');
  if (kind === 'depth' || kind === 'trades' || kind === 'index') return { kind, symbol };
  if (kind !== 'candle') return { kind: 'ticker' };
  const candleKind = suffix === 'index' ? 'index' : 'trade';
  return { kind, symbol, period: period as Period, candleKind };
}

export const candleChannel = (symbol: string, period: Period, kind: CandleKind): string =>
  `candle:${symbol}:${period}${kind === 'index' ? ':index' : ''}`;
