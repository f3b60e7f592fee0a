/** What two operators agree on for a payment, once it is passed. Each may be repeated: the second time changes nothing. */
import { ProblemError } from '@fairlead/contract';
import type { WithdrawalRow } from '@fairlead/engine';
import { runCommand } from '../../core/acts/acts.ts';
import {
  isUnchanged,
  payloadOf,
  type SendPayload,
  type SentPayload,
} from '../../core/acts/payloads.ts';
import type { ProposalRow } from '../../core/acts/proposal-queries.ts';
import type { Config } from '../../core/config/config.ts';
import type { SequencerPort } from '../../core/sequencer/sequencer.ts';
import type { Database } from '../../core/store/database.ts';
import { textsOf } from '../../core/texts/texts.ts';
import { queuedWithdrawal } from '../operator-queries.ts';
import { checkProof } from './send-evidence.ts';
import { isSameTx, type SentMarks } from './sent-marks.ts';

export interface SendEffectNeeds {
  readonly config: Config;
  readonly database: Database;
  readonly sequencer: Pick<SequencerPort, 'run'>;
  readonly sentMarks: SentMarks;
}

const say = textsOf('en');

async function withdrawalOf({ database }: SendEffectNeeds, id: number): Promise<WithdrawalRow> {
  const row = (await queuedWithdrawal(database, id))?.row;
  if (row === undefined) throw new ProblemError('not_found');
  return row;
}

/**
 * What failed or never began is refunded or to be sent anew; of what is unknown two accepted a proof (W3). What they
 * agreed on is the state they saw; a payment that went on meanwhile stays as it is.
 */
export async function moveSend(
  context: SendEffectNeeds,
  proposal: ProposalRow,
  to: 'refunded' | 'idle',
): Promise<void> {
  const payload = payloadOf<SendPayload>(proposal);
  const row = await withdrawalOf(context, payload.id);
  if (row.sendState === to && payload.send_state !== to) return;
  // What is unknown takes two commands, and the process may have ended between them.
  const firstStep = `proposal ${proposal.proposalId}`;
  const isBetween = row.sendState === 'failed' && row.reason === firstStep;
  if (!isBetween && !isUnchanged(row, payload)) throw new ProblemError('intent_changed');
  checkProof(context, row, { proof: payload.proof, say });
  const command = { kind: 'mark_withdrawal', withdrawalId: payload.id } as const;
  if (row.sendState === 'unknown')
    await runCommand(context, { ...command, to: 'failed', reason: firstStep });
  // The owner reads this reason; the operators' own stays in the proposal.
  await runCommand(context, { ...command, to, ...(to === 'refunded' && { reason: to }) });
}

/** Two operators say which transaction paid it. */
export async function markSent(context: SendEffectNeeds, proposal: ProposalRow): Promise<void> {
  const payload = payloadOf<SentPayload>(proposal);
  const row = await withdrawalOf(context, payload.id);
  if (row.sendState === 'sent' && isSameTx(row.txId, payload.sent_tx_id)) return;
  if (!isUnchanged(row, payload)) throw new ProblemError('intent_changed');
  await context.sentMarks.mark(row, payload.sent_tx_id);
}
