/**
 * A hash of the state that does not depend on the order in which it came to be: each record is hashed
 * alone and the hashes are added. Equal for an engine and for one reloaded from its rows. The command
 * sequence and its time are left out, since a refused command moves them and changes nothing.
 *
 * It finds bugs, not adversaries: two rounds of 32-bit multiplicative hashing, no cryptography.
 */
import type { OrderRow, Snapshot } from '../changes.ts';
import type { Approval, DepositRow, WithdrawalRow } from '../custody-rows.ts';
import type { OptionRow, PositionRow } from '../derivative-rows.ts';
import type { FuturesTerms, OptionTerms } from '../derivative-terms.ts';
import type { Currency, Market, TradingRow } from '../terms.ts';
import { wealthRecords } from './wealth-records.ts';

export function stateHash(snapshot: Snapshot): string {
  const sum = new HashSum();
  const { counters } = snapshot;
  sum.add(['counters', counters.orderId, counters.tradeId, counters.entryId, counters.receiptId]);
  for (const owner of snapshot.owners) sum.add(['owner', owner]);
  for (const currency of snapshot.currencies) sum.add(currencyRecord(currency));
  for (const market of snapshot.markets) sum.add(marketRecord(market));
  for (const order of snapshot.orders) sum.add(orderRecord(order));
  for (const { accountId, total, frozen } of snapshot.balances) {
    sum.add(['balance', accountId, total, frozen]);
  }
  for (const { marketId, sampleTimeMs, price, isMarketStale } of snapshot.index) {
    sum.add(['index', marketId, sampleTimeMs, price, isMarketStale]);
  }
  for (const owner of snapshot.frozenOwners) sum.add(['frozen', owner]);
  for (const deposit of snapshot.deposits) sum.add(depositRecord(deposit));
  for (const withdrawal of snapshot.withdrawals) sum.add(withdrawalRecord(withdrawal));
  for (const { kind, recordId, operatorId, owner, value, timeMs } of snapshot.loneWords) {
    sum.add(['lone_word', kind, recordId, operatorId, owner, value, timeMs]);
  }
  for (const { owner, operatorId, untilMs, isOwn } of snapshot.vouches) {
    sum.add(['vouch', owner, operatorId, untilMs, isOwn]);
  }
  for (const terms of snapshot.futuresTerms) sum.add(futuresTermsRecord(terms));
  for (const position of snapshot.positions) sum.add(positionRecord(position));
  for (const record of optionRecords(snapshot)) sum.add(record);
  for (const record of wealthRecords(snapshot)) sum.add(record);
  if (snapshot.trading !== undefined) sum.add(tradingRecord(snapshot.trading));
  return sum.text();
}

type Value = string | number | bigint | boolean | undefined;

function tradingRecord({ mode, cause, reason, sinceMs }: TradingRow): Value[] {
  return ['trading', mode, cause, reason, sinceMs];
}

function currencyRecord(currency: Currency): Value[] {
  const { currencyId, name, fullName, scale, isEnabled } = currency;
  return ['currency', currencyId, name, fullName, scale, isEnabled];
}

function marketRecord(market: Market): Value[] {
  return [
    'market',
    market.marketId,
    market.symbol,
    market.baseCurrencyId,
    market.quoteCurrencyId,
    market.tickSizeE8,
    market.lotBaseMinor,
    market.tickLotQuoteMinor,
    market.makerFeePpm,
    market.takerFeePpm,
    market.minNotionalMinor,
    market.marketBandPpm,
    market.limitBandPpm,
    market.openOrdersMax,
    market.state,
  ];
}

function orderRecord(order: OrderRow): Value[] {
  return [
    'order',
    order.orderId,
    order.owner,
    order.marketId,
    order.side,
    order.timeInForce,
    order.clientOrderId,
    order.price,
    order.quantity,
    order.filledQuantity,
    order.filledAmount,
    order.fee,
    order.hold,
    order.makerFeePpm,
    order.takerFeePpm,
    order.createdAtMs,
    order.updatedAtMs,
  ];
}

function depositRecord(deposit: DepositRow): Value[] {
  return [
    'deposit',
    deposit.depositId,
    deposit.owner,
    deposit.depositKind,
    deposit.currencyId,
    deposit.chain,
    deposit.txId,
    deposit.outputIndex,
    deposit.amount,
    deposit.credited,
    deposit.fee,
    deposit.proofFileId,
    deposit.isPriority,
    deposit.isSuspended,
    deposit.receivable,
    deposit.status,
    deposit.reason,
    deposit.reference,
    deposit.createdAtMs,
    deposit.updatedAtMs,
    deposit.decidedAtMs,
    ...deposit.approvals.flatMap(approvalFields),
  ];
}

function withdrawalRecord(withdrawal: WithdrawalRow): Value[] {
  const { destination } = withdrawal;
  return [
    'withdrawal',
    withdrawal.withdrawalId,
    withdrawal.owner,
    withdrawal.currencyId,
    withdrawal.amount,
    withdrawal.fee,
    withdrawal.hold,
    ...(destination.kind === 'crypto'
      ? [destination.kind, destination.addressId, destination.chain, destination.address]
      : [destination.kind, destination.cardId, destination.text]),
    withdrawal.note,
    withdrawal.status,
    withdrawal.sendState,
    withdrawal.reason,
    withdrawal.txId,
    withdrawal.approvalsNeeded,
    withdrawal.valueMinor,
    withdrawal.createdAtMs,
    withdrawal.updatedAtMs,
    withdrawal.decidedAtMs,
    withdrawal.sentAtMs,
    ...withdrawal.approvals.flatMap(approvalFields),
  ];
}

function futuresTermsRecord(terms: FuturesTerms): Value[] {
  return [
    'futures_terms',
    terms.marketId,
    terms.lotBaseMinor,
    terms.lotsMin,
    terms.lotsMax,
    terms.openFeePpm,
    terms.closeFeePpm,
    terms.insuranceSharePpm,
    terms.halfSpreadPpm,
    terms.priceStepE8,
    terms.profitCapMultiple,
    terms.openInterestMaxMinor,
    terms.positionsMax,
    terms.isOpen,
    ...terms.multiples.flatMap(({ multiple, maintenanceRatePpm, notionalMaxMinor }): Value[] => {
      return [multiple, maintenanceRatePpm, notionalMaxMinor];
    }),
  ];
}

/** Of a waiting or holding position; what only a closed one has is left out. */
function positionRecord(position: PositionRow): Value[] {
  return [
    'position',
    position.positionId,
    position.owner,
    position.marketId,
    position.currencyId,
    position.side,
    position.type,
    position.clientOrderId,
    position.lots,
    position.lotBaseMinor,
    position.multiple,
    position.maintenanceRatePpm,
    position.openFeePpm,
    position.closeFeePpm,
    position.insuranceSharePpm,
    position.halfSpreadPpm,
    position.priceStepE8,
    position.profitCapMultiple,
    position.price,
    position.openPrice,
    position.takeProfit,
    position.stopLoss,
    position.margin,
    position.maintenance,
    position.openFee,
    position.hold,
    position.reserved,
    position.status,
    position.openReceiptId,
    position.createdAtMs,
    position.openedAtMs,
    position.updatedAtMs,
  ];
}

function optionRecords(snapshot: Snapshot): Value[][] {
  const { optionTerms, optionCurrencies, options, windowSamples } = snapshot;
  return [
    ...optionTerms.map(optionTermsRecord),
    ...optionCurrencies.map(({ currencyId, feePpm, presets, isOpen }): Value[] => {
      return ['option_currency', currencyId, feePpm, isOpen, ...presets];
    }),
    ...options.map(optionRecord),
    ...windowSamples.map(({ marketId, sampleTimeMs, price, isMarketStale }): Value[] => {
      return ['window_sample', marketId, sampleTimeMs, price, isMarketStale];
    }),
  ];
}

function optionTermsRecord(terms: OptionTerms): Value[] {
  const { marketId, exposureMaxMinor, ordersMax, isOpen, times } = terms;
  const fields = times.flatMap(({ seconds, payoutRatioPpm, minMinor, maxMinor }): Value[] => {
    return [seconds, payoutRatioPpm, minMinor, maxMinor];
  });
  return ['option_terms', marketId, exposureMaxMinor, ordersMax, isOpen, ...fields];
}

/** Of an open order. */
function optionRecord(option: OptionRow): Value[] {
  return [
    'option',
    option.optionId,
    option.owner,
    option.marketId,
    option.currencyId,
    option.direction,
    option.seconds,
    option.stake,
    option.fee,
    option.feePpm,
    option.payoutRatioPpm,
    option.payout,
    option.strike,
    option.purchasedAtMs,
    option.deliversAtMs,
    option.windowMs,
    option.purchaseReceiptId,
  ];
}

const approvalFields = ({ operatorId, intentHash, timeMs }: Approval): Value[] => [
  operatorId,
  intentHash,
  timeMs,
];

class HashSum {
  #low = 0;
  #high = 0;
  #count = 0;

  add(record: readonly Value[]): void {
    const text = record.map(fieldText).join('');
    this.#low = (this.#low + textHash(text, 0x9e3779b1)) >>> 0;
    this.#high = (this.#high + textHash(text, 0x85ebca6b)) >>> 0;
    this.#count += 1;
  }

  text(): string {
    return [this.#count, this.#high, this.#low].map(hexText).join('');
  }
}

/** Each field carries its length, so that no two records have one text. */
function fieldText(value: Value): string {
  const text = String(value);
  return `${text.length}:${text};`;
}

function hexText(value: number): string {
  return value.toString(16).padStart(8, '0');
}

function textHash(text: string, seed: number): number {
  let mixed = seed ^ text.length;
  for (let at = 0; at < text.length; at += 1) {
    mixed = Math.imul(mixed ^ text.charCodeAt(at), 0x5bd1e995);
    mixed ^= mixed >>> 15;
  }
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad);
  return (mixed ^ (mixed >>> 15)) >>> 0;
}
