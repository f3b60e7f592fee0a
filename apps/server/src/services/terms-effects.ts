/** Puts proposed terms in force. They are read from the tables: effects run before market data does. */
import type { Command } from '@fairlead/engine';
import type { Context } from '../context.ts';
import { keepTermsVersion, type TermsKind } from '../store/custody-terms-queries.ts';
import type { ProposalRow } from '../store/proposal-queries.ts';
import { readCurrencies, readMarkets } from '../store/snapshot-reader.ts';
import { runCommand } from './operators-acts.ts';
import { Terms } from './terms.ts';
import { isInForce, type TermsChange } from './terms-change.ts';

export type EffectContext = Pick<Context, 'sequencer' | 'database' | 'clock'>;

export async function readTerms({ database }: Pick<Context, 'database'>): Promise<Terms> {
  const terms = new Terms();
  const [currencies, markets] = [await readCurrencies(database), await readMarkets(database)];
  terms.apply({ currencies, markets, grids: [] });
  return terms;
}

export interface ProposedTerms {
  readonly kind: TermsKind;
  readonly subject: string;
  readonly change: TermsChange<object>;
  readonly present: object | undefined;
  readonly command: Command;
}

/** `check`: only whether what it was made from still holds, before it is announced. */
export type EffectPhase = 'check';

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
