/**
 * What operators approve and the signer signs: where a withdrawal goes and how much arrives there, as text
 * that both can write again from what they see (W6, W12).
 */
import { hash } from 'node:crypto';
import type { Currency, WithdrawalRow } from '@fairlead/engine';
import { formatDecimal } from '@fairlead/units';

export interface WithdrawalIntent {
  readonly id: number;
  /** "BANK" for a bank transfer. */
  readonly chain: string;
  readonly address: string;
  /** What the receiver gets, as a decimal with all places of its currency. */
  readonly amount: string;
  readonly currency_id: number;
}

/** The intent of a withdrawal as it was asked for. */
export function withdrawalIntent(
  { withdrawalId, destination, amount, fee, currencyId }: WithdrawalRow,
  { scale }: Pick<Currency, 'scale'>,
): WithdrawalIntent {
  const isCrypto = destination.kind === 'crypto';
  return {
    id: withdrawalId,
    chain: isCrypto ? destination.chain : 'BANK',
    address: isCrypto ? destination.address : destination.text,
    amount: formatDecimal(amount - fee, scale),
    currency_id: currencyId,
  };
}

/**
 * SHA-256 of the intent's RFC 8785 JSON, in hex: names sorted, no spaces. Its values are whole numbers and
 * texts, which JSON.stringify writes as that standard does.
 */
export function intentHash(intent: WithdrawalIntent): string {
  const { address, amount, chain, currency_id, id } = intent;
  return hash('sha256', JSON.stringify({ address, amount, chain, currency_id, id }), 'hex');
}
