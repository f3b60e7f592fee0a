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
  /** Of a bank transfer only: the digest of everything on its card (BankCards.digests). */
  readonly card?: string;
  /** Where its owner's passkey signed it: the digest of that, so that nobody can leave it out later. */
  readonly signed?: string;
}

/** Digests of bank cards, by their id. */
export type CardDigests = ReadonlyMap<number, string>;

const NO_CARDS: CardDigests = new Map();

/**
 * The intent of a withdrawal as it was asked for. The masked text of a card fits others too, so the intent of
 * a bank transfer names all that is on its card: give the digest. A card that is not among them has none: ''.
 */
export function withdrawalIntent(
  { withdrawalId, destination, amount, fee, currencyId, signedIntent }: WithdrawalRow,
  { scale }: Pick<Currency, 'scale'>,
  cards: CardDigests = NO_CARDS,
): WithdrawalIntent {
  const isCrypto = destination.kind === 'crypto';
  return {
    id: withdrawalId,
    chain: isCrypto ? destination.chain : 'BANK',
    address: isCrypto ? destination.address : destination.text,
    amount: formatDecimal(amount - fee, scale),
    currency_id: currencyId,
    ...(destination.kind === 'bank' && { card: cards.get(destination.cardId) ?? '' }),
    ...(signedIntent !== undefined && { signed: signedIntent }),
  };
}

/**
 * SHA-256 of the intent's RFC 8785 JSON, in hex: names sorted, no spaces. Its values are whole numbers and
 * texts, which JSON.stringify writes as that standard does; what is not there is not written.
 */
export function intentHash(intent: WithdrawalIntent): string {
  const { address, amount, card, chain, currency_id, id, signed } = intent;
  const text = JSON.stringify({ address, amount, card, chain, currency_id, id, signed });
  return hash('sha256', text, 'hex');
}
