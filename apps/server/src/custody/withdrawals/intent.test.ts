import { amountMinor } from '@fairlead/units';
import { expect, test } from 'vitest';
import { intentHash, withdrawalIntent } from './intent.ts';

const USDT = { scale: 6 };
const row = {
  withdrawalId: 4_211,
  owner: 17,
  currencyId: 3,
  amount: amountMinor(101_000000n),
  fee: amountMinor(1_000000n),
  hold: amountMinor(101_000000n),
  destination: {
    kind: 'crypto',
    addressId: 9,
    chain: 'ERC20',
    address: '0x52908400098527886E0F7030069857D2E4169EE7',
  },
  status: 'under_review',
  sendState: 'idle',
  approvalsNeeded: 1,
  approvals: [],
  valueMinor: amountMinor(101_000000n),
  createdAtMs: 0,
  updatedAtMs: 0,
} as const;

test('the intent is what arrives where, and its hash is that of its RFC 8785 JSON (W12)', () => {
  const intent = withdrawalIntent(row, USDT);
  expect(intent).toEqual({
    id: 4_211,
    chain: 'ERC20',
    address: '0x52908400098527886E0F7030069857D2E4169EE7',
    amount: '100.000000',
    currency_id: 3,
  });
  // printf '{"address":"0x5290…9EE7","amount":"100.000000","chain":"ERC20","currency_id":3,"id":4211}' | sha256sum
  expect(intentHash(intent)).toBe(
    'c5d2bc66c1c408da3d830802f47ff885ab259e634632115a8bc11f91c1ae1195',
  );
});

test.each([
  { ...row, withdrawalId: 4_212 },
  { ...row, amount: amountMinor(101_000001n) },
  { ...row, currencyId: 1 },
  { ...row, destination: { ...row.destination, chain: 'TRC20' } },
  {
    ...row,
    destination: { ...row.destination, address: '0x52908400098527886E0F7030069857D2E4169EE8' },
  },
  { ...row, destination: { kind: 'bank', cardId: 9, text: row.destination.address } as const },
])('anything else has another hash (W6): %#', (other) => {
  const hashOf = (each: Parameters<typeof withdrawalIntent>[0]) =>
    intentHash(withdrawalIntent(each, USDT));
  expect(hashOf(other)).not.toBe(hashOf(row));
});

test('a bank transfer names all that is on its card, not only the masked text (W6, W12)', () => {
  const destination = { kind: 'bank', cardId: 5, text: 'First Bank **** 3000' } as const;
  const bank = { ...row, destination };
  const digests = new Map([
    [5, 'aa'],
    [6, 'bb'],
  ]);
  const intent = withdrawalIntent(bank, USDT, digests);
  expect(intent).toMatchObject({ chain: 'BANK', address: 'First Bank **** 3000', card: 'aa' });
  // printf '{"address":"First Bank **** 3000","amount":"100.000000","card":"aa","chain":"BANK","currency_id":3,"id":4211}' | sha256sum
  expect(intentHash(intent)).toBe(
    '38742578cb928d73862c9bf9b75bd340a238ff6f1976f3481cad50e5cb4330f7',
  );
  const other = { ...bank, destination: { ...destination, cardId: 6 } };
  expect(intentHash(withdrawalIntent(other, USDT, digests))).not.toBe(intentHash(intent));
  expect(withdrawalIntent(bank, USDT)).toMatchObject({ card: '' });
});
