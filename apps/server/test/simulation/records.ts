/** What a run writes down of commands: who asked for them, and how they ran. */
import type { Changes, Command, Result, Stamp } from '@fairlead/engine';

/** A command as an engine ran it. */
export interface Executed {
  readonly command: Command;
  readonly stamp: Stamp;
  readonly result: Result;
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
