/** Goes through the addresses that the exchange names, some in each round, and begins again at the end. */
import type { DepositAddress, SweepDesk } from './desk.ts';

/** So many pages of so many addresses in a round: what a node is asked of in one. */
const PAGES_MAX = 10;
const PAGE_MAX = 100;

export class AddressWalk {
  readonly #desk: Pick<SweepDesk, 'deposits'>;
  #after = 0;

  constructor(desk: Pick<SweepDesk, 'deposits'>) {
    this.#desk = desk;
  }

  /** Each user once, whatever the exchange repeats. */
  async next(): Promise<readonly DepositAddress[]> {
    const found = new Map<number, DepositAddress>();
    for (let page = 0; page < PAGES_MAX; page += 1) {
      const { list, has_more: hasMore } = await this.#desk.deposits(this.#after);
      for (const each of list.slice(0, PAGE_MAX)) found.set(each.user_id, each);
      const last = list.at(-1)?.user_id ?? 0;
      this.#after = hasMore && last > this.#after ? last : 0;
      if (this.#after === 0) break;
    }
    return [...found.values()];
  }
}

/** Says of each address once why it is not swept. */
export class Said {
  readonly #said = new Map<string, string>();
  readonly #say: (address: string, why: string) => void;

  constructor(say: (address: string, why: string) => void) {
    this.#say = say;
  }

  once(address: string, why: string): void {
    if (this.#said.get(address) === why) return;
    // A taken-over exchange can name as many addresses as it likes.
    if (this.#said.size >= 10_000) this.#said.clear();
    this.#said.set(address, why);
    this.#say(address, why);
  }
}
