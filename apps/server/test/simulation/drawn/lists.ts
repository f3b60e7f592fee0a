/** Lists of orders that depend on one another, near the prices of now, so that most are filled or reached before long. */
import { RandomLists, type Seeded } from '@fairlead/testkit';
import { MARKETS } from './exchange-terms.ts';
import type { Drawn, DrawTools } from './tools.ts';

export class DrawnLists {
  readonly #random: Seeded;
  readonly #tools: DrawTools;
  readonly #lists: RandomLists;
  readonly #priceOf: (symbol: string) => bigint;

  constructor(random: Seeded, tools: DrawTools, priceOf: (symbol: string) => bigint) {
    this.#random = random;
    this.#tools = tools;
    this.#priceOf = priceOf;
    this.#lists = new RandomLists(random.next());
  }

  place(): Drawn {
    const { marketId, symbol, tickSizeE8 } = this.#random.pick(MARKETS);
    const middle = Number(this.#priceOf(symbol) / tickSizeE8);
    const timeMs = this.#tools.laterMs(0);
    const owner = this.#tools.owner();
    return this.#tools.own(this.#lists.place({ owner, marketId, middle, timeMs }));
  }

  cancel(): Drawn {
    const status = this.#random.pick(['pending', 'open'] as const);
    const [listId, row] = this.#tools.one('order_lists', 'list_id', 'status', status);
    const owner = Number(row?.['owner_id'] ?? 0) || this.#tools.owner();
    return this.#tools.own({ kind: 'cancel_list', owner, list: { listId } });
  }
}
