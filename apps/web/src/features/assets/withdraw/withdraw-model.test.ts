import { routes } from '@fairlead/contract';
import { describe, expect, test } from 'vitest';
import { BTC, DOGE, USDT } from '../../../../test/currency.ts';
import {
  addressTarget,
  canWithdraw,
  cardTarget,
  chainFor,
  chosenTarget,
  type Draft,
  type Inputs,
  openNeeds,
  summarize,
  type Target,
  validate,
  type WithdrawalInfo,
  withdrawIntent,
  withdrawRequest,
} from './withdraw-model.ts';

const NOW = 1_795_271_525_000;
const info = (own: Partial<WithdrawalInfo> = {}): WithdrawalInfo => ({
  available: '2000.000000',
  min_withdraw: '10.000000',
  fee: '1.000000',
  remaining_today: 2,
  daily_count: 3,
  review_hours: 12,
  remaining_value: '1000.000000',
  daily_value: '1000.000000',
  needs: [],
  has_otp: false,
  ...own,
});
const target: Target = {
  id: 7,
  chain: 'TRC20',
  name: 'Cold wallet',
  text: 'T',
  signedText: 'T',
  usableAt: NOW,
};
const inputs = (own: Partial<Inputs> = {}): Inputs => ({
  way: 'crypto',
  chain: 'TRC20',
  currency: USDT,
  info: info(),
  target,
  nowMs: NOW,
  ...own,
});
const draft = (amount: string): Draft => ({ amount, note: '' });
const found = (amount: string, own: Partial<Inputs> = {}) => validate(draft(amount), inputs(own));

describe('what a passkey signs', () => {
  test('is what the sheet shows: what arrives and the fee with all places, whose, where', () => {
    expect(withdrawIntent(draft('500'), inputs(), 17)).toEqual({
      kind: 'withdrawal',
      owner: 17,
      currency: 'USDT',
      chain: 'TRC20',
      address: 'T',
      amount: '499.000000',
      fee: '1.000000',
    });
  });
  test('of a card is how it is called, and which it is', () => {
    const { chain: _, ...card } = { ...target, signedText: 'First Bank **** 3000' };
    expect(withdrawIntent(draft('500'), inputs({ target: card }), 17)).toMatchObject({
      chain: 'BANK',
      address: 'First Bank **** 3000',
      card: '7',
    });
  });
  test('is nothing while the costs are not known', () => {
    expect(withdrawIntent(draft('500'), inputs({ info: undefined }), 17)).toBeUndefined();
  });
});

describe('what arrives', () => {
  test('is the amount less the fee, in the full scale of the coin', () => {
    expect(summarize(draft('500'), inputs()).receipt).toBe('499.000000');
    expect(summarize(draft('1.000001'), inputs()).receipt).toBe('0.000001');
  });
  test('is nothing while the fee is not covered', () => {
    expect(summarize(draft('1'), inputs()).receipt).toBeUndefined();
    expect(summarize(draft(''), inputs()).receipt).toBeUndefined();
  });
  test('is exact where a float is not', () => {
    const btc = { currency: BTC, info: info({ fee: '0.1' }) };
    expect(summarize(draft('0.3'), inputs(btc)).receipt).toBe('0.20000000');
  });
  test('is not known before the server has said its fee', () => {
    const unknown = { currency: USDT, info: undefined };
    expect(summarize(draft('500'), unknown)).toMatchObject({ fee: undefined, receipt: undefined });
  });
});

describe('the most that can be asked for', () => {
  test('is what is available, fee included', () => {
    const rich = info({ remaining_value: '9999' });
    expect(summarize(draft(''), inputs({ info: rich })).max).toBe('2000.000000');
  });
  test('of USDT is bound by what the day still allows', () => {
    expect(summarize(draft(''), inputs()).max).toBe('1000.000000');
  });
  test('of other coins is not: only the server knows what they are worth', () => {
    const btc = { currency: BTC, info: info({ available: '3', remaining_value: '1' }) };
    expect(summarize(draft(''), inputs(btc)).max).toBe('3');
  });
  test('is nothing where nothing is', () => {
    const empty = info({ available: '0.000000' });
    expect(summarize(draft(''), inputs({ info: empty })).max).toBeUndefined();
  });
});

describe('what stands against a withdrawal', () => {
  test('is nothing when all is in order, up to the limits exactly', () => {
    expect(found('500')).toBeUndefined();
    expect(found('10')).toBeUndefined();
    expect(found('1000')).toBeUndefined();
  });
  test('is named, the destination first', () => {
    expect(found('', { target: undefined })).toBe('destination');
    expect(found('500', { target: { ...target, usableAt: NOW + 1 } })).toBe('cooling');
    expect(found('')).toBe('required');
    expect(found('0.00')).toBe('required');
    expect(found('500', { info: info({ remaining_today: 0 }) })).toBe('none');
    expect(found('2000.000001')).toBe('insufficient');
    expect(found('9.999999')).toBe('below');
    expect(found('3', { info: info({ min_withdraw: '1', fee: '3' }) })).toBe('fee');
    expect(found('1000.000001')).toBe('value');
  });
  test('is left to the server while its figures are not there', () => {
    expect(found('500', { info: undefined })).toBeUndefined();
  });
});

describe('whose wallet it is', () => {
  const asks = { info: info({ asks_recipient: true }) };
  const typed = (own: object): Draft => ({
    ...draft('500'),
    recipient: {
      addressId: 7,
      wallet: 'provider',
      provider: 'Harbour',
      beneficiary: 'Jon Lee',
      ...own,
    },
  });
  const secrets = { fundPassword: '135790', otp: '' };
  const sent = (of: Draft, own: Partial<Inputs> = asks) =>
    withdrawRequest(of, inputs(own), secrets);

  test('is not asked where the server does not, nor of a card', () => {
    expect(found('500')).toBeUndefined();
    expect(sent(typed({}), {})).not.toHaveProperty('recipient_wallet');
    const { chain: _, ...card } = target;
    expect(found('500', { ...asks, target: card })).toBeUndefined();
  });
  test.each([
    ['nothing', {}],
    ['no wallet', typed({ wallet: undefined })],
    ['no name', typed({ provider: ' ' })],
    ['half a name', typed({ beneficiary: 'J' })],
    ['another address', typed({ addressId: 8 })],
  ])('is missing with %s', (_, of) => {
    expect(validate({ ...draft('500'), ...of }, inputs(asks))).toBe('recipient');
  });
  test('is sent as it is typed, and is nothing that a passkey signs', () => {
    expect(validate(typed({}), inputs(asks))).toBeUndefined();
    const names = { recipient_provider: 'Harbour', beneficiary: 'Jon Lee' };
    expect(sent(typed({ provider: ' Harbour ' }))).toMatchObject({
      recipient_wallet: 'provider',
      ...names,
    });
    expect(sent(typed({ wallet: 'own' }))).toMatchObject({ recipient_wallet: 'own' });
    expect(sent(typed({ wallet: 'own' }))).not.toHaveProperty('beneficiary');
    expect(routes.withdraw.request.safeParse(sent(typed({}))).success).toBe(true);
    expect(withdrawIntent(typed({}), inputs(asks), 17)).toEqual(
      withdrawIntent(draft('500'), inputs(), 17),
    );
  });
  test('is what was said of the address last, until it is typed', () => {
    const said = { ...target, recipient: { wallet: 'own' as const } };
    expect(sent(draft('500'), { ...asks, target: said })).toMatchObject({
      recipient_wallet: 'own',
    });
    expect(sent(typed({}), { ...asks, target: said })).toMatchObject({ beneficiary: 'Jon Lee' });
  });
});

describe('needs', () => {
  test('are what the server names', () => {
    const needs = ['kyc', 'fund_password', 'address'] as const;
    expect(openNeeds(info({ needs: [...needs] }))).toEqual(needs);
    expect(openNeeds(undefined)).toEqual([]);
  });
  test('do not name the second factor once it is set: the sheet asks for it', () => {
    expect(openNeeds(info({ needs: ['otp'], has_otp: true }))).toEqual([]);
    expect(openNeeds(info({ needs: ['otp'], has_otp: false }))).toEqual(['otp']);
  });
});

describe('targets', () => {
  const other = { ...target, id: 8 };
  test('a chosen one counts, whatever the others are', () => {
    expect(chosenTarget([target, other], 8, NOW)?.id).toBe(8);
  });
  test('the only one that can be used is taken by itself', () => {
    const cooling = { ...other, usableAt: NOW + 1 };
    expect(chosenTarget([cooling, target], undefined, NOW)?.id).toBe(7);
    expect(chosenTarget([target, other], undefined, NOW)).toBeUndefined();
    expect(chosenTarget([cooling], undefined, NOW)).toBeUndefined();
  });
  test('the network is the target’s, then the one of the address, then the first', () => {
    expect(chainFor(USDT, { ...target, chain: 'ERC20' }, 'TRC20')).toBe('ERC20');
    expect(chainFor(USDT, undefined, 'ERC20')).toBe('ERC20');
    expect(chainFor(USDT, undefined, 'OMNI')).toBe('TRC20');
    expect(chainFor(DOGE, undefined, null)).toBeUndefined();
  });
  test('a coin leaves by the ways it has', () => {
    expect([canWithdraw(USDT, 'bank'), canWithdraw(BTC, 'bank')]).toEqual([true, false]);
    expect([canWithdraw(BTC, 'crypto'), canWithdraw(DOGE, 'crypto')]).toEqual([true, false]);
  });
});

describe('the request', () => {
  const secrets = { fundPassword: '135790', otp: '' };
  test('to an address is what the contract takes, without what was not typed', () => {
    const request = withdrawRequest({ amount: '500.', note: ' ' }, inputs(), secrets);
    expect(request).toEqual({
      currency_id: 3,
      chain: 'TRC20',
      address_id: 7,
      amount: '500',
      shown_fee: '1.000000',
      fund_password: '135790',
    });
    expect(routes.withdraw.request.safeParse(request).success).toBe(true);
  });
  test('does not say that a fee was shown where none was', () => {
    const request = withdrawRequest(draft('500'), inputs({ info: undefined }), secrets);
    expect(request).not.toHaveProperty('shown_fee');
  });
  test('to a card names the card and no network', () => {
    const text = '****1234';
    const card: Target = { id: 2, name: 'Bank', text, signedText: 'Bank', usableAt: NOW };
    const request = withdrawRequest({ amount: '500', note: 'Rent' }, inputs({ target: card }), {
      ...secrets,
      otp: '123456',
    });
    expect(request).toMatchObject({ card_id: 2, note: 'Rent', otp: '123456' });
    expect(request).not.toHaveProperty('chain');
    expect(routes.withdraw.request.safeParse(request).success).toBe(true);
  });
});

test('addresses and cards become targets', () => {
  const address = {
    ...{ id: 7, currency_id: 3, chain: 'TRC20' as const },
    ...{ address: 'T1', note: 'Cold', usable_at: 5 },
  };
  expect(addressTarget(address)).toEqual({
    ...{ id: 7, chain: 'TRC20', name: 'Cold' },
    ...{ text: 'T1', signedText: 'T1', usableAt: 5 },
  });
  const card = {
    ...{ id: 2, name: 'M', card_number: '****1234', deposit_bank: 'A', branch: 'B' },
    ...{ bank_name: 'Harbour Bank', bank_address: 'C', swift_code: 'D', full_name: 'Mara Lee' },
    ...{ iban: '****9', payee_address: 'E', postal_code: 'F', usable_at: 6 },
  };
  expect(cardTarget(card)).toMatchObject({ name: 'Harbour Bank, Mara Lee', text: '****1234' });
  expect(cardTarget(card)).not.toHaveProperty('chain');
});
