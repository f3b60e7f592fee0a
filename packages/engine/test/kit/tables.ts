/**
 * What a store would keep of the changes it is given: upserted orders, balances and terms, appended
 * journal. Tests rebuild the engine from it, as the server does, and check the journal by itself.
 */
import type {
  BalanceRow,
  CancelTimerRow,
  Changes,
  Command,
  Counters,
  Currency,
  IndexRow,
  Market,
  OrderListRow,
  OrderRow,
  PostingRow,
  ReceiptRow,
  ReceivedTransferRow,
  Reject,
  SentTransferRow,
  Snapshot,
  TriggerBacklogRow,
  TriggerRow,
} from '@fairlead/engine';
import { expect } from 'vitest';
import { CustodyTables, outputOf } from '../../src/custody/test/tables.ts';
import { FuturesTables } from '../../src/futures/test/tables.ts';
import { HostingTables } from '../../src/hosting/test/tables.ts';
import { OfferingTables } from '../../src/offerings/test/tables.ts';
import { OptionTables } from '../../src/options/test/tables.ts';
import { ReferralTables } from '../../src/referral/test/tables.ts';
import { expectUnique, KeptRows } from './kept-rows.ts';

export class Tables {
  readonly custody = new CustodyTables();
  readonly options = new OptionTables();
  readonly futures = new FuturesTables();
  readonly hosting = new HostingTables();
  readonly offerings = new OfferingTables();
  readonly referral = new ReferralTables();
  readonly triggers = new KeptRows<TriggerRow>(
    ({ triggerId }) => triggerId,
    (_, known) => expect(['waiting', 'pending']).toContain(known?.status ?? 'waiting'),
  );
  readonly orderLists = new KeptRows<OrderListRow>(
    ({ listId }) => listId,
    (_, known) => expect(known?.status).not.toBe('done'),
  );
  readonly cancelTimers = new KeptRows<CancelTimerRow>(({ owner, timer }) => owner * 16 + timer);
  readonly triggerBacklogs = new KeptRows<TriggerBacklogRow>(({ marketId }) => marketId);
  readonly sentTransfers = new KeptRows<SentTransferRow>(
    ({ transferId }) => transferId,
    (_, known) => expect(known?.status ?? 'sent').toBe('sent'),
  );
  readonly receivedTransfers = new KeptRows<ReceivedTransferRow>(
    ({ transferId }) => transferId,
    (_, known) => expect(known).toBeUndefined(),
  );
  readonly #owners = new Set<number>();
  readonly #currencies = new Map<number, Currency>();
  readonly #markets = new Map<number, Market>();
  readonly #orders = new Map<number, OrderRow>();
  readonly #balances = new Map<number, BalanceRow>();
  readonly #index = new Map<number, IndexRow>();
  readonly #receipts: ReceiptRow[] = [];
  readonly #frozenOwners = new Set<number>();
  readonly #withdrawalHolds = new Map<number, string>();
  readonly #references = new Set<string>();
  readonly #sums = new Map<number, bigint>();
  /** Levels by "market side price", as a client keeps them from depth changes. */
  readonly #levels = new Map<string, number>();
  readonly #depthSequences = new Map<number, number>();
  #counters: Counters = {
    sequence: 0,
    timeMs: 0,
    orderId: 0,
    tradeId: 0,
    entryId: 0,
    receiptId: 0,
  };

  /** Takes a batch as one transaction would, with the constraints that a database has. */
  commit(changes: Changes): void {
    this.#counters = changes.counters;
    for (const owner of changes.owners) this.#owners.add(owner);
    for (const currency of changes.currencies) this.#currencies.set(currency.currencyId, currency);
    for (const market of changes.markets) this.#markets.set(market.marketId, market);
    for (const row of changes.index) this.#index.set(row.marketId, row);
    expectUnique(changes.orders.map((row) => row.orderId));
    expectUnique(changes.balances.map((row) => row.accountId));
    expectUnique(changes.markets.map((row) => row.marketId));
    for (const row of changes.orders) this.#orders.set(row.orderId, row);
    this.sentTransfers.commit(changes.sentTransfers);
    this.receivedTransfers.commit(changes.receivedTransfers);
    this.triggers.commit(changes.triggers);
    this.orderLists.commit(changes.orderLists);
    this.cancelTimers.commit(changes.cancelTimers);
    this.triggerBacklogs.commit(changes.triggerBacklogs);
    for (const row of changes.balances) this.#balances.set(row.accountId, row);
    for (const product of this.#products()) product.commit(changes);
    this.#commitOwnerStates(changes);
    this.#commitReceipts(changes);
    this.#commitJournal(changes);
    for (const { marketId, previous, sequence, levels } of changes.depth) {
      expect(previous).toBe(this.#depthSequences.get(marketId) ?? previous);
      expect(sequence).toBeGreaterThan(previous);
      this.#depthSequences.set(marketId, sequence);
      expectUnique(levels.map((level) => `${level.side} ${level.price}`));
      for (const { side, price, quantity } of levels) {
        this.#levels.set(`${marketId} ${side} ${price}`, quantity);
      }
    }
  }

  snapshot(): Snapshot {
    const orders = [...this.#orders.values()].filter((row) => row.status === 'waiting');
    return {
      counters: this.#counters,
      owners: [...this.#owners],
      currencies: [...this.#currencies.values()],
      markets: [...this.#markets.values()],
      orders: orders.sort((left, right) => left.orderId - right.orderId),
      triggers: this.triggers
        .sorted()
        .filter(({ status }) => status === 'waiting' || status === 'pending'),
      orderLists: this.orderLists.sorted().filter(({ status }) => status !== 'done'),
      triggerBacklogs: this.triggerBacklogs.sorted().filter(({ moves }) => moves.length > 0),
      cancelTimers: this.cancelTimers.sorted().filter(({ dueAtMs }) => dueAtMs !== undefined),
      balances: [...this.#balances.values()],
      index: [...this.#index.values()],
      sentTransfers: this.sentTransfers.sorted().filter(({ status }) => status === 'sent'),
      frozenOwners: [...this.#frozenOwners],
      withdrawalHolds: [...this.#withdrawalHolds].map(([owner, reason]) => ({ owner, reason })),
      ...this.custody.snapshot(this.#counters),
      ...this.options.snapshot(),
      ...this.futures.snapshot(),
      ...this.hosting.snapshot(),
      ...this.offerings.snapshot(),
      ...this.referral.snapshot(),
    };
  }

  /** After a restart clients take books anew: depth connects to nothing before it. */
  forgetDepth(): void {
    this.#depthSequences.clear();
  }

  /** The first has the id 1. */
  receipts(): readonly ReceiptRow[] {
    return this.#receipts;
  }

  orders(): OrderRow[] {
    return [...this.#orders.values()];
  }

  /**
   * How the sequencer refuses a command after a look at the tables, before the engine sees it: for names that
   * are used once and for ever, of which the engine remembers the latest only.
   */
  refusalOf(command: Command): Reject | undefined {
    switch (command.kind) {
      case 'credit_deposit':
        return this.#refuseReference(command.reference);
      case 'decide_deposit':
        return command.decision === 'passed' ? this.#refuseReference(command.reference) : undefined;
      case 'open_deposit': {
        const isUsed = this.custody.liveOutputs().includes(outputOf(command));
        return command.depositKind === 'chain' && isUsed ? 'duplicate_reference' : undefined;
      }
      case 'reverse_deposit': {
        const row = this.custody.deposit(command.deposit.depositId);
        return row?.status === 'passed' ? undefined : 'already_decided';
      }
      default:
        return undefined;
    }
  }

  #refuseReference(reference: string | undefined): Reject | undefined {
    return this.#references.has(`deposit ${reference}`) ? 'duplicate_reference' : undefined;
  }

  /** The levels of a side that the depth changes left, best first. */
  depth(marketId: number, side: 'buy' | 'sell'): [number, number][] {
    const levels: [number, number][] = [];
    for (const [key, quantity] of this.#levels) {
      const [market, levelSide, price] = key.split(' ');
      const isHere = Number(market) === marketId && levelSide === side && quantity > 0;
      if (isHere) levels.push([Number(price), quantity]);
    }
    const sign = side === 'buy' ? -1 : 1;
    return levels.sort((left, right) => sign * (left[0] - right[0]));
  }

  #products(): readonly { commit(changes: Changes): void }[] {
    const { custody, options, futures, hosting, offerings, referral } = this;
    return [custody, options, futures, hosting, offerings, referral];
  }

  #commitOwnerStates({ ownerStates, withdrawalHolds }: Changes): void {
    expectUnique(withdrawalHolds.map((row) => row.owner));
    for (const { owner, reason } of withdrawalHolds) {
      if (reason === undefined) this.#withdrawalHolds.delete(owner);
      else this.#withdrawalHolds.set(owner, reason);
    }
    expectUnique(ownerStates.map((row) => row.owner));
    for (const { owner, isFrozen } of ownerStates) {
      if (isFrozen) this.#frozenOwners.add(owner);
      else this.#frozenOwners.delete(owner);
    }
  }

  #commitReceipts({ receipts, counters }: Changes): void {
    for (const row of receipts) {
      this.#receipts.push(row);
      expect(row.receiptId).toBe(this.#receipts.length);
    }
    expect(counters.receiptId).toBe(this.#receipts.length);
  }

  /** A database would check the same by constraint and trigger: the journal stands by itself. */
  #commitJournal(changes: Changes): void {
    const postings = new Map<number, PostingRow[]>();
    for (const posting of changes.postings) {
      const entry = postings.get(posting.entryId) ?? [];
      postings.set(posting.entryId, [...entry, posting]);
      const sum = (this.#sums.get(posting.accountId) ?? 0n) + posting.amount;
      this.#sums.set(posting.accountId, sum);
      expect(posting.balance).toBe(sum);
      expect(posting.amount).not.toBe(0n);
    }
    for (const { entryId, reason, reference } of changes.entries) {
      const key = `${reason} ${reference}`;
      expect(this.#references.has(key)).toBe(false);
      this.#references.add(key);
      expectBalanced(postings.get(entryId) ?? []);
      postings.delete(entryId);
    }
    expect(postings.size).toBe(0);
    for (const { accountId, total } of changes.balances) {
      expect(total).toBe(this.#sums.get(accountId));
    }
    for (const { makerFee, takerFee } of changes.trades) {
      expect(makerFee >= 0n && takerFee >= 0n).toBe(true);
    }
  }
}

function expectBalanced(postings: readonly PostingRow[]): void {
  const sums = new Map<number, bigint>();
  for (const { currencyId, amount } of postings) {
    sums.set(currencyId, (sums.get(currencyId) ?? 0n) + amount);
  }
  expect(postings.length).toBeGreaterThanOrEqual(2);
  expect([...sums.values()].every((sum) => sum === 0n)).toBe(true);
}
