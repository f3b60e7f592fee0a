/**
 * A hash of the state that does not depend on the order in which it came to be: each record is hashed
 * alone and the hashes are added. Equal for an engine and for one reloaded from its rows. The command
 * sequence and its time are left out, since a refused command moves them and changes nothing.
 *
 * It finds bugs, not adversaries: two rounds of 32-bit multiplicative hashing, no cryptography.
 */
import type { OrderRow, Snapshot } from '../changes.ts';
import type { Approval, DepositRow, WithdrawalRow } from '../custody-rows.ts';
import type { Currency, Market } from '../terms.ts';

export function stateHash(snapshot: Snapshot): string {
  const sum = new HashSum();
  const { counters } = snapshot;
  sum.add(['counters', counters.orderId, counters.tradeId, counters.entryId]);
  for (const owner of snapshot.owners) sum.add(['owner', owner]);
  for (const currency of snapshot.currencies) sum.add(currencyRecord(currency));
  for (const market of snapshot.markets) sum.add(marketRecord(market));
  for (const order of snapshot.orders) sum.add(orderRecord(order));
  for (const { accountId, total, frozen } of snapshot.balances) {
    sum.add(['balance', accountId, total, frozen]);
  }
  for (const { marketId, sampleTimeMs, price } of snapshot.index) {
    sum.add(['index', marketId, sampleTimeMs, price]);
  }
  for (const owner of snapshot.frozenOwners) sum.add(['frozen', owner]);
  for (const deposit of snapshot.deposits) sum.add(depositRecord(deposit));
  for (const withdrawal of snapshot.withdrawals) sum.add(withdrawalRecord(withdrawal));
  return sum.text();
}

type Value = string | number | bigint | boolean | undefined;

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
