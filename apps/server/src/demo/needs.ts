import type { CommandGate } from '../core/commands/gate.ts';
import type { Config } from '../core/config/config.ts';
import type { SequencerPort } from '../core/sequencer/sequencer.ts';
import type { Database } from '../core/store/database.ts';
import type { Codes, Identity } from '../identity/index.ts';
import type { Terms } from '../market/index.ts';
import type { Outbox } from '../notices/index.ts';
import type { Faucet } from './faucet.ts';

/** What demo is given by the composition root. */
export interface DemoNeeds {
  readonly config: Config;
  readonly clock: { now(): number };
  readonly database: Database;
  readonly sequencer: SequencerPort;
  readonly gate: CommandGate;
  readonly terms: Terms;
  readonly identity: Identity;
  readonly codes: Codes;
  readonly outbox: Outbox;
  readonly faucet: Faucet;
}
