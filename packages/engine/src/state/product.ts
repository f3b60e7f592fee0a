/**
 * What the engine asks of each thing that is traded or kept, so that engine, snapshot, checks and hash know a list and never
 * a product. products.ts has the list; its order is that of every walk.
 */
import type { Changes, Snapshot, StoredSnapshot } from '../changes.ts';
import type { Command, Stamp } from '../command.ts';
import type { Hold } from '../ledger/ledger.ts';
import type { TradedMarket } from '../market/traded-market.ts';
import type { Result } from '../result.ts';
import type { Market } from '../terms.ts';
import type { HashRecord } from './hash-sum.ts';
import type { ParkingNeed } from './parking-need.ts';
import type { EngineState } from './state.ts';

export type CommandKind = Command['kind'];

/** The command of a kind, in a form by which the compiler knows that a kind's handler takes it. */
export type CommandOf<Kind extends CommandKind> = {
  [Each in Kind]: { readonly kind: Each } & Extract<Command, { readonly kind: Each }>;
}[Kind];

/** One handler for each kind of command. */
export type Handlers<Kind extends CommandKind = CommandKind> = {
  readonly [Each in Kind]: (state: EngineState, command: CommandOf<Each>, stamp: Stamp) => Result;
};

/** One kind of thing that the clock makes due: days of interest, releases, rebates of past days. */
export interface Schedule {
  /** When what is due first is; undefined when nothing ever is. O(1). */
  nextDueAtMs(state: EngineState): number | undefined;
  /** Does what is due first, and only that. Its time has come; it must succeed. */
  runNext(state: EngineState, stamp: Stamp): void;
}

export interface Product {
  /** Of its commands, the one that configures it among them. */
  readonly handlers: Partial<Handlers>;
  /** Those of its commands that make a user's open business larger: what cancel-only mode refuses. */
  readonly openings?: readonly CommandKind[];
  /** What a batch changed, and an empty log from here on. */
  takeChanges(state: EngineState): Partial<Changes>;
  /** Its rows as the tables would hold them, each list in the order of its ids. */
  snapshot(state: EngineState): Partial<Snapshot>;
  /** Puts its stored rows back, after owners, markets, index and balances, and freezes what they hold. */
  restore(state: EngineState, snapshot: StoredSnapshot): void;
  /** What must hold of stored rows that add up, and need not of those taken in spite of a drift. */
  checkStored?(state: EngineState): void;
  /** Recounts its state, and tells what is frozen for what is open. O(what is kept). */
  check(state: EngineState): readonly Hold[];
  /** Its share of the state's hash: each row that it keeps, field by field. */
  records(snapshot: StoredSnapshot): readonly HashRecord[];
  readonly schedules?: readonly Schedule[];
  /** What a sample sets off that the market has just taken. */
  tick?(state: EngineState, market: TradedMarket, stamp: Stamp): void;
  /** The money that a command needs which is to wait for the next sample; undefined where it is none of its commands. */
  parkingNeed?(state: EngineState, command: Command): ParkingNeed | undefined;
  /** Whether closing a market would leave something of it behind. */
  isMarketInUse?(state: EngineState, market: TradedMarket): boolean;
  /** Cancels what waits in a market that is closed. */
  closeMarket?(state: EngineState, market: TradedMarket, stamp: Stamp): void;
  /** Whether a market with such terms must not open yet. */
  isMarketEarly?(state: EngineState, terms: Market, stamp: Stamp): boolean;
  /** Whether something that is sold here depends on a currency that was never posted. */
  isCurrencyInUse?(state: EngineState, currencyId: number): boolean;
}
