/** Sub-accounts that people open, and money that they move among them or try to move elsewhere; drawn like all commands. */
import { SELF_TRADE_MODES } from '@fairlead/engine';
import { type Seeded, USDT } from '@fairlead/testkit';
import { amountMinor, priceTicks, quantityLots } from '@fairlead/units';
import { CURRENCIES, OWNERS } from '../drawn/exchange-terms.ts';
import type { Drawn } from '../drawn/tools.ts';
import type { MemoryTables } from '../store/memory-tables.ts';
import { FAMILY_STEP } from './family-rules.ts';

const PLACES_MAX = 3;

export class Families {
  readonly #random: Seeded;
  readonly #tables: Pick<MemoryTables, 'table'>;
  /** Told of each account that somebody asked to have opened: it acts like any other from then on. */
  readonly #onOpened: (owner: number) => void;
  readonly #members = new Map<number, number[]>(OWNERS.map((owner) => [owner, [owner]]));

  constructor(
    random: Seeded,
    tables: Pick<MemoryTables, 'table'>,
    onOpened: (owner: number) => void,
  ) {
    this.#random = random;
    this.#tables = tables;
    this.#onOpened = onOpened;
  }

  draw(): Drawn {
    const dice = this.#random.below(100);
    if (dice < 20) return this.#open();
    return (dice < 55 ? this.#meet() : undefined) ?? this.#move();
  }

  #membersOf(main: number): number[] {
    return this.#members.get(main) ?? [main];
  }

  /** Now and then of somebody who has no main account. */
  #open(): Drawn {
    const random = this.#random;
    const main = random.pick(OWNERS);
    const members = this.#membersOf(main);
    if (random.chance(10) || members.length > PLACES_MAX) {
      const owner = FAMILY_STEP + 888;
      return { sender: main, command: { kind: 'open_account', owner } };
    }
    const owner = main + members.length * FAMILY_STEP;
    members.push(owner);
    this.#onOpened(owner);
    return { sender: main, command: { kind: 'open_account', owner } };
  }

  /** An order that meets what another account of its family has waiting; undefined where nothing waits. */
  #meet(): Drawn | undefined {
    const random = this.#random;
    const waiting = [...this.#tables.table('orders').rows()].filter(({ status, owner_id }) => {
      const main = Number(owner_id) % FAMILY_STEP;
      return status === 'waiting' && this.#membersOf(main).length > 1;
    });
    if (waiting.length === 0) return undefined;
    const met = random.pick(waiting);
    const main = Number(met['owner_id']) % FAMILY_STEP;
    const others = this.#membersOf(main).filter((owner) => owner !== Number(met['owner_id']));
    const owner = random.pick(others);
    return {
      sender: owner,
      command: {
        ...{ kind: 'place_order', owner, marketId: Number(met['market_id']), type: 'limit' },
        side: met['side'] === 'buy' ? 'sell' : 'buy',
        timeInForce: random.pick(['gtc', 'ioc', 'fok'] as const),
        price: priceTicks(Number(met['price_ticks'])),
        quantity: quantityLots(1 + random.below(10)),
        ...(random.chance(50) && { selfTrade: random.pick(SELF_TRADE_MODES) }),
      },
    };
  }

  #move(): Drawn {
    const random = this.#random;
    const [main, other] = [random.pick(OWNERS), random.pick(OWNERS)];
    const owner = random.pick(this.#membersOf(main));
    const targetOwner = random.pick(this.#membersOf(random.chance(80) ? main : other));
    return {
      sender: main,
      command: {
        ...{ kind: 'move_in_family', owner, targetOwner, account: 'coin' },
        currencyId: random.pick([...CURRENCIES, USDT]).currencyId,
        amount: amountMinor(BigInt(random.below(random.pick([1_000, 60_000_000])) - 1)),
      },
    };
  }
}
