/** What a run writes down of commands: who asked for them, and how they ran. */
import type { Changes, Command, Engine, Result, Stamp } from '@fairlead/engine';
import type { EngineName } from '../../src/core/config/engines.ts';
import { accountsOf } from '../../src/engines/shares.ts';

type Bounds = ConstructorParameters<typeof Engine>[1];

/** So few orders fire at once that some are often left for the commands that follow. */
export const FEW_AT_ONCE: Bounds = {
  triggerFiresMax: 1,
  triggerRunFiresMax: 1,
};

/** Of one engine of several, which keeps some of the accounts. */
export const boundsOf = (name: EngineName | undefined): Bounds =>
  name === undefined ? FEW_AT_ONCE : { ...FEW_AT_ONCE, accounts: accountsOf(name) };

/** A command as an engine ran it. */
export interface Executed {
  readonly command: Command;
  readonly stamp: Stamp;
  readonly result: Result;
  /** The last that were given out by then. */
  readonly receiptId: number;
  readonly orderId: number;
}

/** What one batch is made of. */
export interface BatchRecord {
  readonly executed: readonly Executed[];
  readonly changes: Changes;
}

/** A request as its sender names it. */
export interface Named {
  readonly owner: number;
  readonly key: string;
  readonly fingerprint: string;
}
