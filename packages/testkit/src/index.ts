export {
  type LimitOptions,
  limitOrder,
  orderOf,
  rejectOf,
  TestExchange,
} from './engine/exchange.ts';
export { BTC, BTC_USDT, ETH, ETH_BTC, ETH_USDT, USDT } from './engine/terms.ts';
