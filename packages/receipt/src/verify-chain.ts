/** Re-computes receipts one after another: each by itself, each against the one before, each end against its opening. */
import { isReceipt, type Receipt } from './receipt.ts';
import { type Verification, verifyReceipt } from './verify-receipt.ts';

export interface VerifiedReceipt extends Verification {
  /** Absent when it is no receipt. */
  readonly id?: number;
}

export interface ChainVerification {
  readonly isRight: boolean;
  readonly receipts: readonly VerifiedReceipt[];
}

/** The receipt that an end names as its opening's. */
export function openingIdOf({ terms }: Receipt): number | undefined {
  const id = terms['open_receipt'] ?? terms['purchase_receipt'];
  return typeof id === 'number' ? id : undefined;
}

/**
 * Checks a chain of any length a receipt at a time, in the order of ids without a gap, but those that a loss names. It keeps the openings that have
 * not ended. A chain that begins with the first receipt has every opening, so an end without one, or a second end of
 * one, is wrong there.
 */
export class ChainVerifier {
  #previous: unknown;
  readonly #openings = new Map<number, Receipt>();
  #isWhole = false;

  /** `previous` is the receipt before the first, where the chain is not taken from its beginning. */
  constructor(previous?: unknown) {
    this.#previous = previous;
  }

  async next(value: unknown): Promise<VerifiedReceipt> {
    const previous = this.#previous;
    this.#previous = value;
    if (!isReceipt(value)) return verifyReceipt(value);
    if (value.id === 1 || beginsWithLoss(value)) this.#isWhole = true;
    const openingId = openingIdOf(value);
    const opening = openingId === undefined ? undefined : this.#openings.get(openingId);
    const verification = await verifyReceipt(value, { previous, opening });
    if (openingId === undefined) {
      if (value.kind !== 'loss') this.#openings.set(value.id, value);
    } else this.#openings.delete(openingId);
    const isLost = this.#isWhole && openingId !== undefined && opening === undefined;
    return { id: value.id, ...(isLost ? withoutOpening(verification) : verification) };
  }
}

/** Nothing was before it: the database had lost all receipts. */
const beginsWithLoss = ({ kind, terms }: Receipt): boolean =>
  kind === 'loss' && terms['receipt_from'] === 1;

function withoutOpening(verification: Verification): Verification {
  const detail = 'its opening is not in the chain, or has ended before';
  return {
    ...verification,
    isRight: false,
    checks: verification.checks.map((check) =>
      check.name === 'opening' ? { name: 'opening', status: 'failed', detail } : check,
    ),
  };
}

/** Checks receipts in the order of their ids without a gap; `previous` is the one before the first. */
export async function verifyChain(
  receipts: readonly unknown[],
  { previous }: { readonly previous?: unknown } = {},
): Promise<ChainVerification> {
  const verifier = new ChainVerifier(previous);
  const verified: VerifiedReceipt[] = [];
  for (const receipt of receipts) verified.push(await verifier.next(receipt));
  return { isRight: verified.every(({ isRight }) => isRight), receipts: verified };
}
