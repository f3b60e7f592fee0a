/** What other capabilities may use of spot. */
export { readOrder, readTrigger } from './desk.ts';
export { listNamed, wholeLists } from './lists/queries.ts';
export { ORDER_LIST_COLUMNS, type OrderListRecord, toOrderList } from './lists/record.ts';
export { listView } from './lists/views.ts';
export { ownTrades, tradeIdAtTime } from './own-trade-queries.ts';
export {
  orderByClientId,
  orderById,
  recentTrades,
  tradesSince,
} from './queries.ts';
export {
  AMENDMENT_COLUMNS,
  type AmendmentRecord,
  ORDER_COLUMNS,
  type OrderRecord,
  type TradeRecord,
  toAmendment,
  toOrder,
  toTrade,
} from './record.ts';
export { lockPlans } from './recurring/queries.ts';

export { triggerNamed, waitingTriggers } from './triggers/queries.ts';

export { TRIGGER_COLUMNS, type TriggerRecord } from './triggers/record.ts';
export { triggerView } from './triggers/views.ts';
export { orderView } from './views.ts';
