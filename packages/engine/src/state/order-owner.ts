import type { Inviter } from '../referral/state.ts';
import { NONE } from '../table/slot-table.ts';
import type { OwnerId } from '../terms.ts';

/** The ledger slots of an owner's coin accounts in the two currencies of a market. */
export interface CoinAccounts {
  readonly base: number;
  readonly quote: number;
}

/** What the engine keeps of an owner beside balances: their state and their waiting orders. */
export class OrderOwner {
  readonly owner: OwnerId;
  /** Place in the engine's list of owners. */
  readonly number: number;
  /** The owner's latest waiting order, from which the others are linked. */
  latest = NONE;
  /** Of a sub-account its main account. */
  readonly main: OrderOwner | undefined;
  /** Whether this account itself is frozen, whatever its main account is. */
  isFrozenItself = false;
  /** Why nothing may leave, and nothing else is stopped; undefined while it may. */
  withdrawalHold: string | undefined = undefined;
  /** Who shares the owner's fees, for ever; absent for those whom nobody invited. */
  inviter: Inviter | undefined = undefined;
  /** Most owners name none of their orders, and a map is larger than all else of an owner. */
  #byClientId: Map<string, number> | undefined = undefined;
  readonly #counts: number[] = [];
  readonly #accounts: (CoinAccounts | undefined)[] = [];

  constructor(owner: OwnerId, number: number, main?: OrderOwner) {
    this.owner = owner;
    this.number = number;
    this.main = main;
  }

  /** A frozen owner may cancel, and nothing else that moves money; a sub-account is frozen with its main account. */
  get isFrozen(): boolean {
    return this.isFrozenItself || this.main?.isFrozenItself === true;
  }

  /** The slot of the waiting order of this client order id. */
  named(clientOrderId: string): number | undefined {
    return this.#byClientId?.get(clientOrderId);
  }

  setName(clientOrderId: string, slot: number): void {
    this.#byClientId ??= new Map();
    this.#byClientId.set(clientOrderId, slot);
  }

  dropName(clientOrderId: string): void {
    this.#byClientId?.delete(clientOrderId);
  }

  /** How many of them there are. */
  get namedCount(): number {
    return this.#byClientId?.size ?? 0;
  }

  /** Waiting orders in the market of this number, those that wait for a price among them. */
  count(market: number): number {
    return this.#counts[market] ?? 0;
  }

  addCount(market: number, change: 1 | -1): void {
    while (this.#counts.length <= market) this.#counts.push(0);
    this.#counts[market] = this.count(market) + change;
  }

  /** The accounts for the market of this number, once they are set. */
  accounts(market: number): CoinAccounts | undefined {
    return this.#accounts[market];
  }

  setAccounts(market: number, accounts: CoinAccounts): CoinAccounts {
    while (this.#accounts.length <= market) this.#accounts.push(undefined);
    this.#accounts[market] = accounts;
    return accounts;
  }
}
