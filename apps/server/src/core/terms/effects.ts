/** Puts proposed terms in force. They are read from the tables: effects run before market data does. */

import type { Command } from '@fairlead/engine';
import { runCommand } from '../acts/acts.ts';
import type { ProposalRow } from '../acts/proposal-queries.ts';
import type { SequencerPort } from '../sequencer/sequencer.ts';
import type { Database } from '../store/database.ts';
import { type EffectPhase, isInForce, type TermsChange } from './change.ts';
import { keepTermsVersion, type TermsKind } from './version-queries.ts';

export interface EffectContext {
  readonly sequencer: SequencerPort;
  readonly database: Database;
  /** Of the engine whose terms they are. */
  readonly books: Database;
  readonly clock: { now(): number };
}

export interface ProposedTerms {
  readonly kind: TermsKind;
  readonly subject: string;
  readonly change: TermsChange<object>;
  readonly present: object | undefined;
  readonly command: Command;
}

/** The version is kept last: an effect that was cut off in between is repeated, and then only keeps it. */
export async function putInForce(
  context: EffectContext,
  proposal: Pick<ProposalRow, 'proposedBy'>,
  terms: ProposedTerms,
  phase?: EffectPhase,
): Promise<void> {
  const isDone = isInForce(terms.present, terms.change);
  if (phase === 'check') return;
  if (!isDone) await runCommand(context, terms.command);
  await keepVersion(context, proposal, terms);
}

/** Keeps what terms were and became; once, however often it is repeated. */
export async function keepVersion(
  context: EffectContext,
  { proposedBy }: Pick<ProposalRow, 'proposedBy'>,
  { kind, subject, change }: Pick<ProposedTerms, 'kind' | 'subject' | 'change'>,
): Promise<void> {
  const { before, after } = change;
  await keepTermsVersion(context.database, {
    kind,
    subject,
    before: before && JSON.stringify(before),
    after: JSON.stringify(after),
    operatorId: proposedBy,
    timeMs: context.clock.now(),
  });
}
