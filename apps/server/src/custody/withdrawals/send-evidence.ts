/** Who may say that a payment of unknown outcome failed: what is said opens the way to a refund (W3, W15). */

import { ProblemError } from '@fairlead/contract';
import type { WithdrawalRow } from '@fairlead/engine';
import type { Config } from '../../core/config/config.ts';
import type { Say } from '../../core/texts/texts.ts';

type Sending = Pick<WithdrawalRow, 'sendState' | 'destination'>;

/**
 * Throws `not_sendable` for a payment whose fate only the signer tells: what it signed stays good until its number is
 * used on Ethereum, its coin spent on Bitcoin or its time over on Tron, whatever explorers show, so two persons' word is
 * no evidence. Elsewhere two operators judge a stated proof; throws `validation_failed` without one.
 */
export function checkProof(
  { config }: { readonly config: Config },
  { sendState, destination }: Sending,
  { proof, say }: { readonly proof: string | undefined; readonly say: Say },
): void {
  if (sendState !== 'unknown') return;
  const isSigned = destination.kind === 'crypto';
  if (isSigned && config.chains.signerToken !== undefined) throw new ProblemError('not_sendable');
  if (proof !== undefined) return;
  throw new ProblemError('validation_failed', { fields: { proof: say('fields.required') } });
}
