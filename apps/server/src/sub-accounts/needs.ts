import type { CommandGate } from '../core/commands/gate.ts';
import type { SequencerPort } from '../core/sequencer/sequencer.ts';
import type { Reads } from '../core/store/database.ts';
import type { Terms } from '../market/index.ts';
import type { SubAccounts } from './sub-accounts.ts';

/** What sub-accounts are given by the composition root. */
export interface SubAccountsNeeds {
  readonly clock: { now(): number };
  /** Of what batches write, of all engines. */
  readonly reads: Reads;
  readonly sequencer: SequencerPort;
  readonly gate: CommandGate;
  readonly terms: Terms;
  readonly subAccounts: SubAccounts;
}
