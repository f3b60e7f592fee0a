export {
  depositOf,
  type LimitOptions,
  limitOrder,
  orderOf,
  rejectOf,
  TestExchange,
  withdrawalOf,
} from './engine/exchange.ts';
export {
  type LobFacts,
  type LobOptions,
  LobTradeHash,
  type LobWorkload,
  makeLobWorkload,
} from './engine/lob-workload.ts';
export { NaiveCustody, type NaiveDeposit, type NaiveWithdrawal } from './engine/naive-custody.ts';
export { NaiveExchange, type NaiveResult } from './engine/naive-exchange.ts';
export type { NaiveOrder, NaiveTrade } from './engine/naive-order.ts';
export { RandomCommands, type TimedCommand } from './engine/random-commands.ts';
export { RandomCustody } from './engine/random-custody.ts';
export { Seeded } from './engine/seeded.ts';
export { BTC, BTC_USDT, ETH, ETH_BTC, ETH_USDT, USDT } from './engine/terms.ts';
