/**
 * What all capabilities have in the tables. Whatever writes batches, starts from the tables or checks them takes this: the
 * server, the simulator, the benches, backups and tests.
 */
import { answerTables } from './core/store/answer-batch.ts';
import { type ExchangeTables, exchangeTables } from './core/store/exchange-tables.ts';
import { tradingTables } from './core/store/trading-record.ts';
import { custodyTables } from './custody/batch.ts';
import { futuresTables } from './futures/batch.ts';
import { hostingTables } from './hosting/batch.ts';
import { ledgerTables } from './ledger/batch.ts';
import { marketTables } from './market/batch.ts';
import { offeringTables } from './offerings/batch.ts';
import { optionTables } from './options/batch.ts';
import { receiptTables } from './receipts/batch.ts';
import { referralTables } from './referral/batch.ts';
import { spotTables } from './spot/batch.ts';
import { orderListTables } from './spot/lists/batch.ts';
import { cancelTimerTables } from './spot/timers/batch.ts';
import { triggerTables } from './spot/triggers/batch.ts';

/** In the order in which each moment of a batch is written: orders and trades before the entries that they are booked by. */
export const EXCHANGE_TABLES: ExchangeTables = exchangeTables([
  marketTables,
  spotTables,
  triggerTables,
  orderListTables,
  cancelTimerTables,
  ledgerTables,
  custodyTables,
  futuresTables,
  optionTables,
  hostingTables,
  offeringTables,
  referralTables,
  tradingTables,
  receiptTables,
  answerTables,
]);
