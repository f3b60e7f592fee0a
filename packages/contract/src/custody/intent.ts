/**
 * What a user signs with a passkey before money leaves or may go anywhere new. Its hash is the challenge, so whoever has the
 * fields can say what was signed. App, console and server write it here; the signer and other programs write it by
 * docs/internals/identity.md.
 */

/** Fields that a kind does not have are left out. */
export interface UserIntent {
  readonly version: 1;
  readonly kind: 'withdrawal' | 'payee';
  /** The exchange's id: what is signed for one exchange is nothing to another. */
  readonly deployment: string;
  /** The user's id. */
  readonly owner: number;
  /** Its name; "" for a bank card, which is of none. */
  readonly currency: string;
  /** The network, or "BANK". */
  readonly chain: string;
  /** As it is shown: the whole address, or the masked card. Of a new address: as it was typed. */
  readonly address: string;
  /** Of a withdrawal to a card its id; of a new card the digest of everything on it. */
  readonly card?: string | undefined;
  /** Of a withdrawal: what arrives, as a decimal with all places of the currency. */
  readonly amount?: string | undefined;
  /** Of a withdrawal: what is debited beside that. */
  readonly fee?: string | undefined;
  /** Given by the server: good for a while, and once. */
  readonly nonce: string;
}

/** RFC 8785 JSON: names sorted, no blanks, what is absent left out. SHA-256 of it in UTF-8 is what is signed. */
export function intentText(intent: UserIntent): string {
  const { address, amount, card, chain, currency, deployment, fee, kind, nonce, owner, version } =
    intent;
  return JSON.stringify({
    address,
    amount,
    card,
    chain,
    currency,
    deployment,
    fee,
    kind,
    nonce,
    owner,
    version,
  });
}

/**
 * What a page signs to log in, or for a ticket: SHA-256 of this, not the challenge itself. So whatever a server gives for a
 * challenge, the hash of an intent too, what is signed is no intent.
 */
export const loginText = (challenge: string): string => `login\n${challenge}`;

/** Everything that a bank card says; numbers with or without blanks. */
export interface CardText {
  readonly [name: string]: string;
  readonly bank_name: string;
  readonly card_number: string;
  readonly iban: string;
  readonly swift_code: string;
}

const SHOWN_CHARACTERS = 4;

export const maskedNumber = (number: string): string => `**** ${number.slice(-SHOWN_CHARACTERS)}`;

/** How a withdrawal names the card it goes to. */
export const cardLabel = ({
  bank_name: bank,
  iban,
}: Pick<CardText, 'bank_name' | 'iban'>): string => `${bank} ${maskedNumber(iban)}`;

const compact = (text: string): string => text.replace(/[ -]/g, '').toUpperCase();

/** Numbers as they are kept: without blanks and dashes, in capitals. */
export const writtenNumbers = (card: Pick<CardText, 'card_number' | 'iban' | 'swift_code'>) => ({
  card_number: compact(card.card_number),
  iban: compact(card.iban),
  swift_code: compact(card.swift_code),
});

const byName = ([one]: readonly [string, string], [other]: readonly [string, string]): number =>
  one < other ? -1 : 1;

/** What the digest of a card is of, once its numbers are written as they are kept. */
export const cardDigestText = (card: Readonly<Record<string, string>>): string =>
  JSON.stringify(Object.entries(card).toSorted(byName));
