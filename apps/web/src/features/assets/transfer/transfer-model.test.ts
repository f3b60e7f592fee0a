import { type CurrencyInfo, routes } from '@fairlead/contract';
import { describe, expect, test } from 'vitest';
import { walletOf } from '../../../../test/wallet.ts';
import {
  currencyChoices,
  everything,
  initialState,
  isLate,
  onItsWay,
  reduce,
  summarize,
  type TransferState,
  transferRequest,
  validate,
} from './transfer-model.ts';

const start = (query = '') => initialState(new URLSearchParams(query));
const currency = (currency_id: number, name: string, scale: number): CurrencyInfo => ({
  currency_id,
  name,
  full_name: name,
  scale,
  chains: [],
  deposit: false,
  withdraw: false,
});
// walletOf numbers them 1, 2, 3.
const wallet = walletOf(['BTC', '0.5'], ['ETH', '0'], ['USDT', '12960.500000']);
const currencies = [currency(1, 'BTC', 8), currency(2, 'ETH', 8), currency(3, 'USDT', 6)];
const inputs = { wallet, currencies };
const typed = (amount: string, own: Partial<TransferState> = {}) => ({
  ...start(),
  amount,
  ...own,
});
const problem = (amount: string, own: Partial<TransferState> = {}) => {
  const state = typed(amount, own);
  return validate(state, summarize(state, inputs));
};

describe('the address', () => {
  test('may say from, to and currency; two accounts always differ', () => {
    expect(start()).toMatchObject({ from: 'coin', to: 'contract', currencyId: 3 });
    expect(start('to=coin')).toMatchObject({ from: 'contract', to: 'coin' });
    expect(start('to=trust')).toMatchObject({ from: 'coin', to: 'trust' });
    expect(start('from=trust&currency_id=1')).toMatchObject({
      from: 'trust',
      to: 'coin',
      currencyId: 1,
    });
    expect(start('from=coin&to=coin')).toMatchObject({ from: 'coin', to: 'contract' });
    expect(start('from=x&currency_id=-1')).toMatchObject({ from: 'coin', currencyId: 3 });
  });
});

describe('choosing', () => {
  test("the other side's account swaps the two", () => {
    expect(reduce(typed('5'), { kind: 'from', account: 'contract' })).toEqual(
      typed('', { from: 'contract', to: 'coin' }),
    );
    expect(reduce(typed('5'), { kind: 'to', account: 'coin' })).toMatchObject({
      from: 'contract',
      to: 'coin',
    });
  });
  test('another target keeps the amount, another source or coin empties it', () => {
    expect(reduce(typed('5'), { kind: 'to', account: 'trust' }).amount).toBe('5');
    expect(reduce(typed('5'), { kind: 'from', account: 'trust' }).amount).toBe('');
    expect(reduce(typed('5'), { kind: 'currency', currencyId: 1 }).amount).toBe('');
    expect(reduce(typed('5'), { kind: 'currency', currencyId: 3 }).amount).toBe('5');
    expect(reduce(typed('5'), { kind: 'done' }).amount).toBe('');
  });
});

describe('an amount', () => {
  test('is required and above zero', () => {
    expect(problem('')).toBe('required');
    expect(problem('0.')).toBe('required');
    expect(problem('.')).toBe('required');
  });
  test('may be all there is, and not a unit more', () => {
    expect(problem('12960.5')).toBeUndefined();
    expect(problem('12960.500001')).toBe('insufficient');
    expect(problem('1', { from: 'trust' })).toBe('insufficient');
  });
  test('leaves what is left', () => {
    expect(summarize(typed('960.25'), inputs).left).toBe('12000.250000');
    expect(summarize(typed('13000'), inputs).left).toBeUndefined();
  });
  test('is judged by the server while the wallet is not there', () => {
    const state = typed('5');
    expect(validate(state, summarize(state, { ...inputs, wallet: undefined }))).toBeUndefined();
  });
  test('is sent as the wire wants it', () => {
    for (const [text, sent] of [
      ['5.', '5'],
      ['.5', '0.5'],
      ['007.50', '7.50'],
    ] as const) {
      const request = transferRequest(typed(text));
      expect(request.amount).toBe(sent);
      expect(routes.transfer.request.safeParse(request).success).toBe(true);
    }
  });
});

test('an address may bring an amount, if it is one', () => {
  const query = 'from=coin&to=trust&currency_id=3&amount=';
  expect(start(`${query}427.4`)).toEqual({
    from: 'coin',
    to: 'trust',
    currencyId: 3,
    amount: '427.4',
  });
  expect(start(`${query}-1`).amount).toBe('');
});

test('everything is what is available, as one would type it', () => {
  expect(everything(summarize(typed(''), inputs))).toBe('12960.5');
  expect(everything(summarize(typed('', { currencyId: 2 }), inputs))).toBeUndefined();
  expect(everything(summarize(typed(''), { ...inputs, wallet: undefined }))).toBeUndefined();
});

test('what the source account holds is offered first', () => {
  const order = currencyChoices(start(), inputs).map(({ name, available }) => [name, available]);
  expect(order).toEqual([
    ['BTC', '0.5'],
    ['USDT', '12960.500000'],
    ['ETH', '0'],
  ]);
});

test('what is on its way is late after ten seconds, whatever else is listed', () => {
  const transfer = {
    id: 1,
    from_account: 'coin',
    to_account: 'contract',
    currency_id: 3,
    amount: '5.000000',
    time: 1_000,
  } as const;
  const list = [
    { ...transfer, status: 'done' },
    { ...transfer, id: 2, status: 'on_the_way', time: 60_000 },
    { ...transfer, id: 3, status: 'returned', ended_at: 2_000, reason: 'no' },
  ] as const;
  expect(onItsWay(list).map(({ id }) => id)).toEqual([2]);
  expect(isLate(list, 69_999)).toBe(false);
  expect(isLate(list, 70_000)).toBe(true);
  expect(isLate([], 70_000)).toBe(false);
});
