import { routes } from '@fairlead/contract';
import { expect, test } from 'vitest';
import { CARD_FIELDS, type CardDraft, cardProblem, trimmed } from './card-model.ts';

const draft: CardDraft = {
  name: ' MARA LEE ',
  card_number: '4111 1111 1111 1111',
  deposit_bank: 'Harbour Bank',
  branch: 'Pier 4',
  bank_name: 'Harbour Bank',
  bank_address: '1 Quay Street',
  swift_code: 'HARBSGSG',
  full_name: 'Mara Lee',
  iban: 'GB29 NWBK 6016 1331 9268 19',
  payee_address: '2 Quay Street',
  postal_code: '018956',
};
const secrets = { fund_password: '135790', code: '123456' };
const isTaken = (card: CardDraft): boolean =>
  routes.saveBankCard.request.safeParse({ ...card, ...secrets }).success;

test('all eleven fields are asked for', () => {
  expect(CARD_FIELDS).toHaveLength(11);
  expect(CARD_FIELDS.every((name) => cardProblem(name, ' ') === 'required')).toBe(true);
});

test('what passes here the contract takes', () => {
  expect(CARD_FIELDS.every((name) => cardProblem(name, draft[name]) === undefined)).toBe(true);
  expect(isTaken(trimmed(draft))).toBe(true);
  expect(trimmed(draft).name).toBe('MARA LEE');
});

test.each([
  ['card_number', '41_11'],
  ['card_number', '4'.repeat(41)],
  ['swift_code', 'HARBSGSG1'],
  ['iban', 'GB2'],
  ['postal_code', '1'],
] as const)('%s of %j is refused here as by the contract', (name, value) => {
  expect(cardProblem(name, value)).toBe(name);
  expect(isTaken({ ...trimmed(draft), [name]: value })).toBe(false);
});
