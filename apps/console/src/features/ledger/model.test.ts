import { HOUSE_ACCOUNT_NAMES, routes } from '@fairlead/contract';
import { expect, test } from 'vitest';
import { proposeLink } from '../../books/FundLink.tsx';
import { bookTexts } from '../../books/texts.ts';
import {
  choiceOf,
  draftOf,
  draftProblems,
  EMPTY_DRAFT,
  entrySums,
  NO_ACCOUNT,
  nameOf,
} from './model.ts';
import { ledgerTexts } from './texts.ts';

test('each house account has its name and meaning', () => {
  expect(Object.keys(bookTexts.houseAccounts).sort()).toEqual([...HOUSE_ACCOUNT_NAMES].sort());
  expect(Object.keys(ledgerTexts.houseMeaning).sort()).toEqual([...HOUSE_ACCOUNT_NAMES].sort());
});

test.each(['', 'house:capital', 'user:17:contract'])('%s is chosen and named again', (name) => {
  expect(nameOf(choiceOf(name))).toBe(name);
});

test('a user without an id has no name yet', () => {
  expect(nameOf({ kind: 'user', userId: '', account: 'coin' })).toBeUndefined();
  expect(nameOf({ kind: 'user', userId: '1x', account: 'coin' })).toBeUndefined();
  expect(choiceOf('user:x:coin')).toEqual(NO_ACCOUNT);
});

test('an entry is summed currency by currency, exactly', () => {
  const posting = (currency: string, amount: string) => ({
    entry_id: 1,
    account: 'house:fees',
    currency_id: 1,
    currency,
    amount,
    balance: '0',
    time: 0,
  });
  const postings = [
    posting('USDT', '-1151.798076'),
    posting('USDT', '1150.646277'),
    posting('USDT', '1.151799'),
    posting('BTC', '-0.00000001'),
  ];
  expect(entrySums({ postings })).toEqual([
    { currency: 'USDT', sum: '0.000000' },
    { currency: 'BTC', sum: '-0.00000001' },
  ]);
});

const capital = { ...NO_ACCOUNT, kind: 'house:capital' };
const user = { kind: 'user', userId: '17', account: 'coin' };
const whole = {
  currency_id: '3',
  amount: '250.5',
  source: capital,
  target: user,
  reason: 'Goodwill',
};

test('a whole draft has no problem, and the contract takes it', () => {
  expect(draftProblems(whole)).toEqual({});
  const request = {
    currency_id: 3,
    amount: '250.5',
    source: nameOf(whole.source),
    target: nameOf(whole.target),
    reason: 'Goodwill',
  };
  expect(routes.proposeEntry.request.safeParse(request).success).toBe(true);
});

test.each([
  ['nothing', EMPTY_DRAFT, ['amount', 'currency_id', 'reason', 'source', 'target']],
  ['no amount', { ...whole, amount: '0.00' }, ['amount']],
  ['one account twice', { ...whole, target: capital }, ['target']],
  ['a user without id', { ...whole, target: { ...user, userId: '' } }, ['target']],
  ['a reason of two letters', { ...whole, reason: ' ab ' }, ['reason']],
] as const)('%s is refused', (_name, draft, fields) => {
  expect(Object.keys(draftProblems(draft)).sort()).toEqual(fields);
});

const draftOfLink = (link: string) => draftOf(new URLSearchParams(link.split('?')[1]));

test('a link fills an entry in as far as it says, and nothing without a link', () => {
  const move = { currencyId: 3, source: 'house:capital', target: 'house:yield_treasury' };
  const draft = draftOfLink(proposeLink({ ...move, amount: '12.5' }));
  expect(draft).toMatchObject({ currency_id: '3', amount: '12.5', reason: '' });
  expect(draft && [nameOf(draft.source), nameOf(draft.target)]).toEqual([move.source, move.target]);
  expect(draftOfLink(proposeLink(move))?.amount).toBe('');
  expect(draftOf(new URLSearchParams('tab=house'))).toBeUndefined();
});

test('a link cannot choose what no entry may touch, nor what is no amount', () => {
  const link = 'x?propose=house:option_escrow&source=house:moon&in=x&amount=-5';
  expect(draftOfLink(link)).toEqual(EMPTY_DRAFT);
});
