/** Puts terms that a deployment starts with in force, and keeps them as their subject's first version. */
import type { Command } from '@fairlead/engine';
import { assert } from '@fairlead/units';
import type { Logger } from 'pino';
import type { Sequencer } from '../sequencer/sequencer.ts';
import type { Database } from '../store/database.ts';
import { keepTermsVersion, type TermsKind } from './version-queries.ts';

export interface SeedOptions {
  readonly database: Database;
  /** Of the engine whose terms they are. */
  readonly books: Database;
  readonly sequencer: Pick<Sequencer, 'run'>;
  readonly isDemo: boolean;
  readonly clock: { now(): number };
  readonly log: Pick<Logger, 'info' | 'warn'>;
}

/** Terms to be put in force with their first version. */
export interface SeedTerms {
  readonly kind: TermsKind;
  readonly subject: string;
  readonly after: object;
  readonly command: Command;
}

export async function putSeedInForce(
  options: Pick<SeedOptions, 'database' | 'sequencer' | 'clock'>,
  terms: SeedTerms,
): Promise<void> {
  const result = await options.sequencer.run(terms.command);
  assert(result.ok, `${terms.subject} is sound`);
  await keepSeedVersion(options, terms);
}

/** Once, however often it is repeated; set by nobody, in place of nothing. */
export async function keepSeedVersion(
  { database, clock }: Pick<SeedOptions, 'database' | 'clock'>,
  { kind, subject, after }: Omit<SeedTerms, 'command'>,
): Promise<void> {
  await keepTermsVersion(database, {
    kind,
    subject,
    before: undefined,
    after: JSON.stringify(after),
    operatorId: undefined,
    timeMs: clock.now(),
  });
}
