/**
 * Waiting and holding positions by slot, in typed arrays: 144 bytes and a reference each, so that a million are
 * no million objects for the garbage collector. Slots are reused. Rows are made when asked for; a closed position is
 * a row in the tables only.
 */
import { capOf } from '@fairlead/formula';
import { amountMinor, assert, type PriceE8, priceE8 } from '@fairlead/units';
import { NONE } from '../table/slot-table.ts';
import type { OwnerId } from '../terms.ts';
import { type Agreement, Agreements } from './agreement.ts';
import type { PositionRow, StopLevel } from './rows.ts';

const NUMBERS = 18;
const SLOTS_MIN = 64;

const POSITION_ID = 0;
const OWNER = 1;
const LOTS = 2;
/** Prices are safe integers (DERIVATIVE_PRICE_MAX); 0 is none. */
const PRICE = 3;
const OPEN_PRICE = 4;
const TAKE_PROFIT = 5;
const STOP_LOSS = 6;
const MARGIN = 7;
const MAINTENANCE = 8;
const OPEN_FEE = 9;
const HOLD = 10;
const OPEN_RECEIPT = 11;
const CREATED_AT = 12;
const OPENED_AT = 13;
const UPDATED_AT = 14;
const FLAGS = 15;
const MARGIN_ADDED = 16;
const CHANGE_RECEIPT = 17;

const IS_SHORT = 1;
const IS_LIMIT = 2;
const IS_HOLDING = 4;

const NOTHING = amountMinor(0n);

type Writable<Row> = { -readonly [Key in keyof Row]: Row[Key] };

export class PositionColumns {
  #numbers = new Float64Array(NUMBERS * SLOTS_MIN);
  #amounts = new BigInt64Array(this.#numbers.buffer);
  readonly #agreements = new Agreements();
  readonly #agreementOf: (Agreement | undefined)[] = [];
  readonly #clientIds = new Map<number, string>();
  readonly #levels = new Map<number, readonly StopLevel[]>();
  #used = 0;
  #free: number[] = [];

  /** Writes a waiting or holding position to a new slot. */
  add(row: PositionRow): number {
    const slot = this.#free.pop() ?? this.#used;
    if (slot === this.#used) this.#used += 1;
    if (this.#used * NUMBERS > this.#numbers.length) this.#grow();
    this.#agreementOf[slot] = this.#agreements.same(row);
    if (row.clientOrderId !== undefined) this.#clientIds.set(slot, row.clientOrderId);
    this.set(slot, row);
    return slot;
  }

  /** Writes the next state of a position; its agreement and names stay. */
  set(slot: number, row: PositionRow): void {
    if (row.levels === undefined) this.#levels.delete(slot);
    else this.#levels.set(slot, row.levels);
    const at = slot * NUMBERS;
    const numbers = this.#numbers;
    const amounts = this.#amounts;
    numbers[at + POSITION_ID] = row.positionId;
    numbers[at + OWNER] = row.owner;
    numbers[at + LOTS] = row.lots;
    numbers[at + PRICE] = numberOf(row.price);
    numbers[at + OPEN_PRICE] = numberOf(row.openPrice);
    numbers[at + TAKE_PROFIT] = numberOf(row.takeProfit);
    numbers[at + STOP_LOSS] = numberOf(row.stopLoss);
    amounts[at + MARGIN] = row.margin;
    amounts[at + MAINTENANCE] = row.maintenance;
    amounts[at + OPEN_FEE] = row.openFee;
    amounts[at + HOLD] = row.hold;
    amounts[at + MARGIN_ADDED] = row.marginAdded ?? 0n;
    numbers[at + OPEN_RECEIPT] = row.openReceiptId ?? 0;
    numbers[at + CHANGE_RECEIPT] = row.changeReceiptId ?? 0;
    numbers[at + CREATED_AT] = row.createdAtMs;
    numbers[at + OPENED_AT] = row.openedAtMs ?? 0;
    numbers[at + UPDATED_AT] = row.updatedAtMs;
    numbers[at + FLAGS] =
      (row.side === 'short' ? IS_SHORT : 0) |
      (row.type === 'limit' ? IS_LIMIT : 0) |
      (row.status === 'holding' ? IS_HOLDING : 0);
  }

  /** Gives the slot of a position back that is over. */
  release(slot: number): void {
    this.#agreementOf[slot] = undefined;
    this.#clientIds.delete(slot);
    this.#levels.delete(slot);
    this.#free.push(slot);
  }

  positionId(slot: number): number {
    return this.#numbers[slot * NUMBERS + POSITION_ID] ?? NONE;
  }

  owner(slot: number): OwnerId {
    return this.#numbers[slot * NUMBERS + OWNER] ?? NONE;
  }

  row(slot: number): PositionRow {
    const agreement = this.#agreementOf[slot];
    assert(agreement !== undefined, 'a slot that is read holds a position');
    const at = slot * NUMBERS;
    const number = (column: number): number => this.#numbers[at + column] ?? 0;
    const amount = (column: number) => amountMinor(this.#amounts[at + column] ?? 0n);
    const flags = number(FLAGS);
    const margin = amount(MARGIN);
    const marginAdded = amount(MARGIN_ADDED);
    const { profitCapMultiple } = agreement;
    const row: Writable<PositionRow> = {
      positionId: number(POSITION_ID),
      owner: number(OWNER),
      ...agreement,
      side: (flags & IS_SHORT) === 0 ? 'long' : 'short',
      type: (flags & IS_LIMIT) === 0 ? 'market' : 'limit',
      lots: number(LOTS),
      margin,
      maintenance: amount(MAINTENANCE),
      openFee: amount(OPEN_FEE),
      closeFee: NOTHING,
      hold: amount(HOLD),
      reserved:
        (flags & IS_HOLDING) === 0 ? NOTHING : capOf({ margin, marginAdded, profitCapMultiple }),
      insurancePaid: NOTHING,
      status: (flags & IS_HOLDING) === 0 ? 'waiting' : 'holding',
      createdAtMs: number(CREATED_AT),
      updatedAtMs: number(UPDATED_AT),
    };
    const clientOrderId = this.#clientIds.get(slot);
    if (clientOrderId !== undefined) row.clientOrderId = clientOrderId;
    const levels = this.#levels.get(slot);
    if (levels !== undefined) row.levels = levels;
    if (number(PRICE) !== 0) row.price = priceOf(number(PRICE));
    if (number(OPEN_PRICE) !== 0) row.openPrice = priceOf(number(OPEN_PRICE));
    if (number(TAKE_PROFIT) !== 0) row.takeProfit = priceOf(number(TAKE_PROFIT));
    if (number(STOP_LOSS) !== 0) row.stopLoss = priceOf(number(STOP_LOSS));
    if (marginAdded > 0n) row.marginAdded = marginAdded;
    if (number(OPEN_RECEIPT) !== 0) row.openReceiptId = number(OPEN_RECEIPT);
    if (number(CHANGE_RECEIPT) !== 0) row.changeReceiptId = number(CHANGE_RECEIPT);
    if ((flags & IS_HOLDING) !== 0) row.openedAtMs = number(OPENED_AT);
    return row;
  }

  #grow(): void {
    const numbers = new Float64Array(this.#numbers.length * 2);
    numbers.set(this.#numbers);
    this.#numbers = numbers;
    this.#amounts = new BigInt64Array(numbers.buffer);
  }
}

const numberOf = (price: PriceE8 | undefined): number => (price === undefined ? 0 : Number(price));

const priceOf = (value: number): PriceE8 => priceE8(BigInt(value));
