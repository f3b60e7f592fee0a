export { crashDay } from './engine/crash-day.ts';
export {
  depositOf,
  type LimitOptions,
  limitOrder,
  orderOf,
  rejectOf,
  subscriptionOf,
  TestExchange,
  type TriggerOptions,
  triggerOf,
  triggerOrder,
  withdrawalOf,
} from './engine/exchange.ts';
export {
  type LobFacts,
  type LobOptions,
  LobTradeHash,
  type LobWorkload,
  makeLobWorkload,
} from './engine/lob-workload.ts';
export { LONE } from './engine/lone-rule.ts';
export { NaiveCustody } from './engine/naive-custody.ts';
export { NaiveExchange, type NaiveReplacement, type NaiveResult } from './engine/naive-exchange.ts';
export type { NaiveBounds } from './engine/naive-firing.ts';
export { NaiveFutures } from './engine/naive-futures.ts';
export { type NaiveHosting, NaiveHostings } from './engine/naive-hosting.ts';
export type { NaiveListResult } from './engine/naive-lists.ts';
export { NaiveOfferings, type NaiveSubscription } from './engine/naive-offerings.ts';
export { type NaiveOption, NaiveOptions } from './engine/naive-options.ts';
export type { NaiveOrder, NaiveTrade, NaiveTrigger } from './engine/naive-order.ts';
export type { NaiveList } from './engine/naive-pairs.ts';
export type { NaivePosition } from './engine/naive-positions.ts';
export { type NaiveRebate, NaiveReferral } from './engine/naive-referral.ts';
export { RandomCommands, type TimedCommand } from './engine/random-commands.ts';
export { RandomCustody } from './engine/random-custody.ts';
export { RandomFutures } from './engine/random-futures.ts';
export { RandomHosting } from './engine/random-hosting.ts';
export { RandomLists } from './engine/random-lists.ts';
export { RandomOfferings } from './engine/random-offerings.ts';
export { RandomOptions } from './engine/random-options.ts';
export { RandomReferral } from './engine/random-referral.ts';
export { Seeded } from './engine/seeded.ts';
export { BTC, BTC_USDT, ETH, ETH_BTC, ETH_USDT, USDT } from './engine/terms.ts';
