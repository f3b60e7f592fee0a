/** Who goes where an order meets one of its own owner's; they never trade. The first is the usual. */
import type { SelfTrade } from './state.ts';

export const SELF_TRADES = [
  'expire_taker',
  'expire_maker',
  'expire_both',
] as const satisfies readonly SelfTrade[];
