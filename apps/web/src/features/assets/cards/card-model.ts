/** The eleven fields of a bank card: how each is typed, and what is plainly wrong; pure. */
import type { AppMessages } from '../../../i18n/messages.ts';

export type CardField = keyof AppMessages['payees']['card'];
export type CardDraft = Readonly<Record<CardField, string>>;
export type CardProblem = keyof AppMessages['payees']['invalid'];

export interface FieldSpec {
  readonly name: CardField;
  readonly autoComplete: string;
  readonly max: number;
  /** Numbers and codes: no capitals by themselves, no spell checker. */
  readonly isCode?: boolean;
  readonly inputMode?: 'numeric' | 'text';
}

/** In the order of the form, in groups. */
export const CARD_GROUPS = {
  card: [
    { name: 'name', autoComplete: 'cc-name', max: 60 },
    { name: 'card_number', autoComplete: 'cc-number', max: 40, isCode: true, inputMode: 'numeric' },
    { name: 'deposit_bank', autoComplete: 'off', max: 80 },
    { name: 'branch', autoComplete: 'off', max: 80 },
  ],
  bank: [
    { name: 'bank_name', autoComplete: 'off', max: 80 },
    { name: 'bank_address', autoComplete: 'off', max: 160 },
    { name: 'swift_code', autoComplete: 'off', max: 11, isCode: true },
  ],
  payee: [
    { name: 'full_name', autoComplete: 'name', max: 80 },
    { name: 'iban', autoComplete: 'off', max: 42, isCode: true },
    { name: 'payee_address', autoComplete: 'street-address', max: 160 },
    { name: 'postal_code', autoComplete: 'postal-code', max: 12, isCode: true },
  ],
} as const satisfies Readonly<Record<string, readonly FieldSpec[]>>;

export const CARD_FIELDS: readonly CardField[] = Object.values(CARD_GROUPS).flatMap((group) =>
  group.map(({ name }) => name),
);

export const EMPTY_CARD: CardDraft = Object.fromEntries(
  CARD_FIELDS.map((name) => [name, '']),
) as CardDraft;

/** The contract's shapes; a test holds them to its schema. */
const SHAPES: Readonly<Partial<Record<CardField, RegExp>>> = {
  card_number: /^[0-9A-Za-z -]{6,40}$/,
  swift_code: /^[A-Za-z0-9]{8}([A-Za-z0-9]{3})?$/,
  iban: /^[0-9A-Za-z -]{5,42}$/,
  postal_code: /^[0-9A-Za-z -]{3,12}$/,
};

const isShaped = (name: CardField): name is CardField & CardProblem => name in SHAPES;

export function cardProblem(name: CardField, value: string): CardProblem | undefined {
  const text = value.trim();
  if (text === '') return 'required';
  const isWrong = SHAPES[name]?.test(text) === false;
  return isWrong && isShaped(name) ? name : undefined;
}

export const trimmed = (draft: CardDraft): CardDraft =>
  Object.fromEntries(CARD_FIELDS.map((name) => [name, draft[name].trim()])) as CardDraft;
