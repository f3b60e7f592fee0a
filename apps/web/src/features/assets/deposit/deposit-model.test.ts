import { routes } from '@fairlead/contract';
import { describe, expect, test } from 'vitest';
import { BTC, DOGE, USDT } from '../../../../test/currency.ts';
import { amountProblem, claimRequest, claimTerms, cleanTxId, isTxId } from './claim-model.ts';
import { choiceSearch, depositOrder, readChoice } from './deposit-query.ts';

const LIST = [DOGE, BTC, USDT];
const read = (query: string, list = LIST) => readChoice(new URLSearchParams(query), list);

describe('what the deposit page shows', () => {
  test('is USDT unless another coin is asked for', () => {
    expect(read('').currency?.name).toBe('USDT');
    expect(read('currency_id=1').currency?.name).toBe('BTC');
    expect(read('currency_id=999').currency?.name).toBe('BTC');
  });
  test('has no network before one is chosen, unless there is only one', () => {
    expect(read('currency_id=3').chain).toBeUndefined();
    expect(read('currency_id=1').chain).toBe('OMNI');
    expect(read('currency_id=3&chain=ERC20').chain).toBe('ERC20');
    expect(read('currency_id=3&chain=OMNI').chain).toBeUndefined();
  });
  test('is the bank only where the coin has one', () => {
    expect(read('currency_id=3&way=bank').way).toBe('bank');
    expect(read('currency_id=1&way=bank').way).toBe('crypto');
  });
  test('survives the address', () => {
    const search = choiceSearch({ currencyId: 3, way: 'crypto', chain: 'TRC20' });
    expect(read(search)).toMatchObject({ way: 'crypto', chain: 'TRC20' });
    expect(choiceSearch({ currencyId: 3, way: 'bank' })).toBe('?currency_id=3&way=bank');
  });
  test('lists coins that can be deposited first', () => {
    expect(depositOrder(LIST).map(({ name }) => name)).toEqual(['BTC', 'USDT', 'DOGE']);
  });
});

describe('a claim', () => {
  const choice = { currency: USDT, way: 'crypto', chain: 'ERC20' } as const;
  const HASH = 'ab'.repeat(32);
  test('has the minimum of its network or of the bank', () => {
    expect(claimTerms(choice)?.min_deposit).toBe('20.000000');
    expect(claimTerms({ ...choice, way: 'bank' })?.min_deposit).toBe('50.00');
    expect(claimTerms({ ...choice, chain: undefined })).toBeUndefined();
  });
  test('may be of exactly the minimum and not of less', () => {
    expect(amountProblem('20', '20.000000')).toBeUndefined();
    expect(amountProblem('19.999999', '20.000000')).toBe('belowMinimum');
    expect(amountProblem('', '20')).toBe('required');
    expect(amountProblem('0.', '20')).toBe('required');
    expect(amountProblem('1', undefined)).toBeUndefined();
  });
  test('takes a transaction id with or without 0x and blanks around it', () => {
    expect(isTxId(cleanTxId(` 0x${HASH}\n`))).toBe(true);
    expect(isTxId(HASH)).toBe(true);
    expect(isTxId(HASH.slice(1))).toBe(false);
  });
  test('asks for what the contract takes', () => {
    const request = claimRequest({ amount: '100.', tx_id: ` ${HASH} ` }, choice, 9);
    expect(request).toEqual({
      ...{ kind: 'crypto', currency_id: 3, chain: 'ERC20' },
      ...{ tx_id: HASH, amount: '100', proof: 9 },
    });
    expect(routes.claimDeposit.request.safeParse(request).success).toBe(true);
    const bank = claimRequest({ amount: '100', tx_id: HASH }, { ...choice, way: 'bank' }, 9);
    expect(bank).toEqual({ kind: 'bank', currency_id: 3, amount: '100', proof: 9 });
  });
});
