/** The kinds of order that a ticket offers: what it is, and whether it waits for a price. */
import type { OrderType, TriggerKind } from './state.ts';

export type OrderKind = OrderType | 'oco' | `${TriggerKind}_${OrderType}`;

interface KindParts {
  readonly type: OrderType;
  readonly trigger: TriggerKind | undefined;
  /** Two of which one cancels the other. */
  readonly isPair?: boolean;
}

export function kindOf({ type, trigger, isPair }: KindParts): OrderKind {
  if (isPair) return 'oco';
  return trigger === undefined ? type : `${trigger}_${type}`;
}

const PARTS: Readonly<Record<OrderKind, KindParts>> = {
  limit: { type: 'limit', trigger: undefined },
  market: { type: 'market', trigger: undefined },
  oco: { type: 'limit', trigger: undefined, isPair: true },
  stop_limit: { type: 'limit', trigger: 'stop' },
  stop_market: { type: 'market', trigger: 'stop' },
  take_profit_limit: { type: 'limit', trigger: 'take_profit' },
  take_profit_market: { type: 'market', trigger: 'take_profit' },
  trailing_stop_limit: { type: 'limit', trigger: 'trailing_stop' },
  trailing_stop_market: { type: 'market', trigger: 'trailing_stop' },
};

export const orderOf = (kind: OrderKind): KindParts => PARTS[kind];
