/** Feeds messages of the published matching cases to the bare book and writes its reports in their form. */
import {
  BUY,
  Fills,
  match,
  NONE,
  OrderBook,
  OrderPool,
  type PriceLadder,
  SELL,
  type SideCode,
} from '@fairlead/engine/matching';

/** Strangers never trade with themselves, so every incoming order has another owner than those that rest. */
const RESTING_OWNER = 1;
const INCOMING_OWNER = 2;

interface Message {
  readonly seq: number;
  readonly op: string;
  readonly side: SideCode;
  readonly isImmediate: boolean;
  readonly lots: number;
  readonly id: number;
  readonly price: number;
}

export class BookDriver {
  readonly #pool = new OrderPool();
  readonly #book = new OrderBook(this.#pool, 0);
  readonly #fills = new Fills();

  /** Runs "seq,op,side,ioc,quantity,id,price" and returns the reports of the message, in order. */
  run(line: string): string[] {
    const message = parse(line);
    switch (message.op) {
      case 'N':
        return this.#place(message, '0');
      case 'C':
        return this.#cancel(message);
      default:
        return this.#modify(message);
    }
  }

  best(): [number | null, number | null] {
    return [bestPrice(this.#book.bids), bestPrice(this.#book.asks)];
  }

  #place({ seq, side, isImmediate, lots, id, price }: Message, code: string): string[] {
    const taker = {
      orderId: id,
      owner: INCOMING_OWNER,
      side,
      priceTicks: price,
      remainingLots: lots,
      isByAmount: false,
      budgetTickLots: 0,
    };
    const end = match(this.#book, taker, this.#fills);
    const trades = this.#trades(seq, id);
    const ack = `${code},${seq},${side},${id},${price},${lots}`;
    const reports = code === '0' ? [ack, ...trades] : [...trades, ack];
    if (end !== 'exhausted') return reports;
    if (isImmediate) return [...reports, `2,${seq},${side},${id},${price}`];
    this.#book.rest({ ...taker, owner: RESTING_OWNER });
    return reports;
  }

  #trades(seq: number, taker: number): string[] {
    const reports: string[] = [];
    for (let at = 0; at < this.#fills.count; at += 1) {
      const slot = this.#fills.maker(at);
      const maker = this.#pool.orderId(slot);
      reports.push(`1,${seq},${this.#fills.price(at)},${this.#fills.lots(at)},${maker},${taker}`);
      if (this.#pool.remaining(slot) === 0) this.#pool.release(slot);
    }
    return reports;
  }

  #cancel({ seq, id }: Message): string[] {
    const slot = this.#pool.find(id);
    if (slot === NONE) return [`4,${seq},${id}`];
    const report = `2,${seq},${this.#pool.side(slot)},${id},${this.#pool.price(slot)}`;
    this.#remove(slot);
    return [report];
  }

  #modify(message: Message): string[] {
    const slot = this.#pool.find(message.id);
    if (slot === NONE) return [`5,${message.seq},${message.id}`];
    this.#remove(slot);
    return this.#place(message, '3');
  }

  #remove(slot: number): void {
    this.#book.remove(slot);
    this.#pool.release(slot);
  }
}

function bestPrice(ladder: PriceLadder): number | null {
  const level = ladder.best();
  return level === NONE ? null : ladder.price(level);
}

function parse(line: string): Message {
  const [seq, op = '', side, ioc, lots, id, price] = line.split(',');
  return {
    seq: Number(seq),
    op,
    side: side === 'B' ? BUY : SELL,
    isImmediate: ioc === '1',
    lots: Number(lots),
    id: Number(id),
    price: Number(price),
  };
}
