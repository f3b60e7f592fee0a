/**
 * Users' bank cards, encrypted at rest and shown masked. A changed card is a new one that cools off: what a
 * withdrawal was asked for with never changes (W6).
 */

import { hash } from 'node:crypto';
import {
  type BankCard,
  cardDigestText,
  cardLabel,
  maskedNumber,
  ProblemError,
  writtenNumbers,
} from '@fairlead/contract';
import { isValidIBAN } from 'ibantools';
import { BANK_CARDS_PER_USER_MAX } from '../../core/http/limits.ts';
import type { Secrets } from '../../core/operations/secrets.ts';
import type { Database } from '../../core/store/database.ts';
import type { Say } from '../../core/texts/texts.ts';
import { lockOpenAccount } from '../../identity/users/index.ts';
import { anyCards, cardsOf, deleteCard, insertCard, type SealedCard } from './bank-card-queries.ts';
import type { PayeeGuard, PayeeProof, SavedPayee } from './guard.ts';

/** Everything written on a card. Number and IBAN are without blanks and dashes. */
export type BankCardDetails = Omit<BankCard, 'id' | 'usable_at'>;

export interface OpenedCard {
  readonly cardId: number;
  readonly usableAtMs: number;
  readonly details: BankCardDetails;
}

export interface BankCardsOptions {
  readonly database: Database;
  readonly clock: { now(): number };
  readonly secrets: Pick<Secrets, 'keyId' | 'wrap' | 'unwrap'>;
  readonly guard: PayeeGuard;
  readonly coolingOffMs: number;
}

export interface SavedCard {
  readonly userId: number;
  /** The card that this one takes the place of. */
  readonly replacedId: number | undefined;
  /** As typed. */
  readonly details: BankCardDetails;
  readonly proof: PayeeProof;
  readonly say: Say;
}

/** Characters that a number has at least: more than are shown. */
const NUMBER_LENGTH_MIN = 5;

/**
 * Whether a text, without blanks and in capitals, begins as an international bank account number (ISO 13616) and is none:
 * country, length and check digits. Account numbers of countries without IBAN look otherwise.
 */
export const isBrokenIban = (text: string): boolean =>
  /^[A-Z]{2}\d{2}[0-9A-Z]{11,30}$/.test(text) && !isValidIBAN(text);

export class BankCards {
  readonly #options: BankCardsOptions;

  constructor(options: BankCardsOptions) {
    this.#options = options;
  }

  /** A user's cards, newest first. */
  async list(userId: number): Promise<OpenedCard[]> {
    return (await cardsOf(this.#options.database, userId)).map((card) => this.#open(card));
  }

  /** Everything on a card, whoever's and even when it was taken out, for the operator who pays to it. */
  async full(cardId: number): Promise<BankCardDetails | undefined> {
    return (await this.fullOf([cardId])).get(cardId);
  }

  /** The same of several, by their ids; what there is none of is not in it. */
  async fullOf(cardIds: readonly number[]): Promise<ReadonlyMap<number, BankCardDetails>> {
    if (cardIds.length === 0) return new Map();
    const cards = await anyCards(this.#options.database, cardIds);
    return new Map(cards.map((card) => [card.cardId, this.#open(card).details]));
  }

  /**
   * SHA-256 of everything on each card, in hex, by its id: what an approval of a transfer to it is bound to. A
   * new key for encryption changes none.
   */
  async digests(cardIds: readonly number[]): Promise<Map<number, string>> {
    if (cardIds.length === 0) return new Map();
    const cards = await anyCards(this.#options.database, cardIds);
    return new Map(cards.map((card) => [card.cardId, digestOf(this.#open(card).details)]));
  }

  /** Saves a card. Throws `not_found` when the one it replaces is not the user's, and `card_limit`. */
  async save(saved: SavedCard): Promise<SavedPayee & { readonly label: string }> {
    const { userId, replacedId, details, proof, say } = saved;
    const { database, clock, guard, coolingOffMs, secrets } = this.#options;
    const written = { ...details, ...writtenNumbers(details) };
    for (const name of ['card_number', 'iban'] as const)
      if (written[name].length < NUMBER_LENGTH_MIN)
        throw new ProblemError('validation_failed', { fields: { [name]: say('fields.invalid') } });
    if (isBrokenIban(written.iban))
      throw new ProblemError('validation_failed', { fields: { iban: say('fields.iban') } });
    checkRoom(await cardsOf(database, userId), replacedId);
    const shown = { chain: 'BANK', address: cardLabel(written), card: digestOf(written) };
    const signed = await guard.check({ owner: userId, currency: '', ...shown }, proof);
    const nowMs = clock.now();
    const usableAtMs = nowMs + coolingOffMs;
    const sealed = secrets.wrap(Buffer.from(JSON.stringify(written)), placeOf(userId));
    const id = await database.transaction(async (transaction) => {
      await lockOpenAccount(transaction, userId);
      checkRoom(await cardsOf(transaction, userId), replacedId);
      if (replacedId !== undefined)
        await deleteCard(transaction, { userId, cardId: replacedId }, nowMs);
      const signedIntent = await guard.keep(transaction, signed);
      const made = { createdAtMs: nowMs, usableAtMs, signedIntent };
      return insertCard(transaction, { userId, sealed, keyId: secrets.keyId, ...made });
    });
    return { id, usableAtMs, label: cardLabel(written) };
  }

  /** Throws `not_found` for one that is not the user's. */
  async delete(userId: number, cardId: number): Promise<void> {
    const { database, clock } = this.#options;
    if (!(await deleteCard(database, { userId, cardId }, clock.now())))
      throw new ProblemError('not_found');
  }

  #open({ cardId, userId, sealed, usableAtMs }: SealedCard): OpenedCard {
    const text = Buffer.from(this.#options.secrets.unwrap(sealed, placeOf(userId))).toString();
    return { cardId, usableAtMs, details: JSON.parse(text) as BankCardDetails };
  }
}

/** Bound to its user: a sealed card moved to another row does not open. */
const placeOf = (userId: number): string => `bank card of ${userId}`;

/** A card as its user sees it. */
export const bankCardView = ({ cardId, usableAtMs, details }: OpenedCard): BankCard => ({
  id: cardId,
  ...details,
  card_number: maskedNumber(details.card_number),
  iban: maskedNumber(details.iban),
  usable_at: usableAtMs,
});

const digestOf = (details: BankCardDetails): string =>
  hash('sha256', cardDigestText(details), 'hex');

function checkRoom(cards: readonly SealedCard[], replacedId: number | undefined): void {
  if (replacedId === undefined) {
    if (cards.length >= BANK_CARDS_PER_USER_MAX) throw new ProblemError('card_limit');
  } else if (!cards.some(({ cardId }) => cardId === replacedId)) {
    throw new ProblemError('not_found');
  }
}
