/** Re-computes receipts one after another: each by itself, each against the one before, each end against its opening. */
import { chainBeginOf } from './chains.ts';
import { changeIdOf, isChange } from './check-change.ts';
import { refundRuleOf } from './check-option.ts';
import { isOfOldRule } from './check-position.ts';
import { Unreadable } from './read-fields.ts';
import { isReceipt, previousIdOf, type Receipt } from './receipt.ts';
import { type CheckName, type Verification, verifyReceipt } from './verify-receipt.ts';

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
 * Checks a chain of any length a receipt at a time, in the order of ids without a gap, but those that a loss names; then the next
 * engine's chain, where there are several. It keeps the openings that have
 * not ended. A chain that begins with the first receipt has every opening, so an end without one, or a second end of
 * one, is wrong there. Openings by the rule of before end with the first by the present one.
 */
export class ChainVerifier {
  #previous: unknown;
  readonly #openings = new Map<number, Receipt>();
  /** The last change of each position that has not ended, by its opening. */
  readonly #changes = new Map<number, Receipt>();
  #isWhole = false;
  /** Of the options so far: a house that has taken on a rule does not go back to an older one. */
  #refundRule = 1;
  /** An opening on a step of futures' own was seen. */
  #hasSteps = false;
  /** The command of the last declared loss, and the receipt of the newest time. */
  #lossSequence = 0;
  #newestMs = Number.NEGATIVE_INFINITY;

  /** `previous` is the receipt before the first, where the chain is not taken from its beginning. */
  constructor(previous?: unknown) {
    this.#previous = previous;
  }

  async next(value: unknown): Promise<VerifiedReceipt> {
    const before = this.#previous;
    this.#previous = value;
    if (!isReceipt(value)) return verifyReceipt(value);
    const isBegin = isOfNextChain(value, before);
    if (isBegin) this.#beginChain();
    const previous = isBegin ? undefined : before;
    if (chainBeginOf(value.id) === 0 && previousIdOf(value) === 0) this.#isWhole = true;
    const openingId = openingIdOf(value);
    const opening = openingId === undefined ? undefined : this.#openings.get(openingId);
    const change = openingId === undefined ? undefined : this.#changes.get(openingId);
    const verification = await verifyReceipt(value, { previous, opening, change });
    if (openingId === undefined) {
      if (value.kind !== 'loss') this.#openings.set(value.id, value);
    } else this.#goOn(openingId, value);
    const isLost = this.#isWhole && openingId !== undefined && opening === undefined;
    const wrong: readonly (readonly [CheckName, string, boolean])[] = [
      ['link', HEADLESS, isBegin && previousIdOf(value) !== 0],
      ['opening', LOST, isLost],
      ['opening', HIDDEN, opening !== undefined && changeIdOf(value) !== change?.id],
      ['price', LATE, this.#isLate(value)],
      ['link', OLDER, this.#isRuleOlder(value)],
      ['link', OVERLAPS, this.#isLossOverlapping(value)],
    ];
    const judged = wrong.reduce(
      (so, [name, detail, isWrong]) => (isWrong ? withFailed(so, name, detail) : so),
      verification,
    );
    return { id: value.id, ...judged };
  }

  /** Losses and times are each chain's own. Openings are not: an engine may have gone on with what another had open. */
  #beginChain(): void {
    this.#lossSequence = 0;
    this.#newestMs = Number.NEGATIVE_INFINITY;
  }

  /** A position that is changed goes on; any other end is its last. */
  #goOn(openingId: number, receipt: Receipt): void {
    if (isChange(receipt)) {
      this.#changes.set(openingId, receipt);
      return;
    }
    this.#openings.delete(openingId);
    this.#changes.delete(openingId);
  }

  #isLate({ kind, terms }: Receipt): boolean {
    if (kind !== 'open') return false;
    if (isOfOldRule(terms)) return this.#hasSteps;
    this.#hasSteps = true;
    return false;
  }

  /** What is lost came after all that is left: after the losses before, and after every receipt. */
  #isLossOverlapping({ kind, terms, time }: Receipt): boolean {
    const newestMs = this.#newestMs;
    this.#newestMs = Math.max(newestMs, time);
    if (kind !== 'loss') return false;
    const [from, to, fromMs] = [terms['sequence_from'], terms['sequence_to'], terms['time_from']];
    const isBefore = Number(from) <= this.#lossSequence || Number(fromMs) < newestMs;
    this.#lossSequence = Math.max(this.#lossSequence, Number(to) + 1);
    return isBefore;
  }

  #isRuleOlder({ kind, terms }: Receipt): boolean {
    if (kind !== 'purchase' && kind !== 'delivery') return false;
    try {
      const before = this.#refundRule;
      this.#refundRule = Math.max(before, refundRuleOf(terms));
      return refundRuleOf(terms) < before;
    } catch (error) {
      // Its own checks have said so.
      if (error instanceof Unreadable) return false;
      throw error;
    }
  }
}

/** What comes after the last of one chain is of a later one: another engine's. */
const isOfNextChain = ({ id }: Receipt, before: unknown): boolean =>
  isReceipt(before) && chainBeginOf(id) > chainBeginOf(before.id);

const HEADLESS = 'its chain does not begin with its first receipt';
const LOST = 'its opening is not in the chain, or has ended before';
const HIDDEN = 'it names another last change than the chain has';
const OLDER = 'its refund rule is older than one before it';
const OVERLAPS = 'what it says was lost is from before what is there';
const LATE = 'it rounds on tick_size, as none does after the first with a price_step';

function withFailed(verification: Verification, name: CheckName, detail: string): Verification {
  return {
    ...verification,
    isRight: false,
    checks: verification.checks.map((check) =>
      check.name === name ? { name, status: 'failed', detail } : check,
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
