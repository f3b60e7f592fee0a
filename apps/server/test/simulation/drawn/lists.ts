/** Lists of orders that depend on one another, near the prices of now, so that most are filled or reached before long. */
import type { ListLeg, PlaceList } from '@fairlead/engine';
import { RandomLists, type Seeded } from '@fairlead/testkit';
import { MARKETS } from './exchange-terms.ts';
import type { Drawn, DrawTools } from './tools.ts';

export class DrawnLists {
  readonly #random: Seeded;
  /** Of its own, so that the other draws of a seed stay as they are. */
  readonly #later: Seeded;
  readonly #tools: DrawTools;
  readonly #lists: RandomLists;
  readonly #priceOf: (symbol: string) => bigint;

  constructor(
    { random, later }: { readonly random: Seeded; readonly later: Seeded },
    tools: DrawTools,
    priceOf: (symbol: string) => bigint,
  ) {
    this.#random = random;
    this.#later = later;
    this.#tools = tools;
    this.#priceOf = priceOf;
    this.#lists = new RandomLists(random.next());
  }

  place(): Drawn {
    const { marketId, symbol, tickSizeE8 } = this.#random.pick(MARKETS);
    const middle = Number(this.#priceOf(symbol) / tickSizeE8);
    const timeMs = this.#tools.laterMs(0);
    const owner = this.#tools.owner();
    return this.#tools.own(this.#atMarket(this.#lists.place({ owner, marketId, middle, timeMs })));
  }

  /** What is alone behind another is often placed at the market. */
  #atMarket(list: PlaceList): PlaceList {
    const [leg, second] = list.legs;
    const isAlone = leg !== undefined && second === undefined && leg.trigger === undefined;
    if (!isAlone || list.working === undefined || !this.#later.chance(60)) return list;
    const { price: _, display: __, ...rest } = leg;
    const atMarket: ListLeg = { ...rest, type: 'market', timeInForce: 'ioc' };
    return { ...list, legs: [atMarket] };
  }

  cancel(): Drawn {
    const status = this.#random.pick(['pending', 'open'] as const);
    const [listId, row] = this.#tools.one('order_lists', 'list_id', 'status', status);
    const owner = Number(row?.['owner_id'] ?? 0) || this.#tools.owner();
    return this.#tools.own({ kind: 'cancel_list', owner, list: { listId } });
  }
}
