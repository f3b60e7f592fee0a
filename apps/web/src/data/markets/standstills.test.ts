import type { EngineProduct, Quotation, Standstill } from '@fairlead/contract';
import { ENGINE_PRODUCTS } from '@fairlead/contract';
import { expect, test } from 'vitest';
import { quotation } from '../../../test/quotation.ts';
import { isAllStopped, stateOf } from './standstills.ts';

const standing = (...products: readonly EngineProduct[]): Standstill[] =>
  products.map((product) => ({ product, why: 'held_for_drift', takes_cancels: true }));

test.each<[string, Partial<Quotation>, Record<string, string>]>([
  ['nothing stands still', {}, { spot: 'open', futures: 'open', options: 'open' }],
  [
    'futures do: no market of theirs opens anything, and spot and options go on',
    { standstill: standing('futures') },
    { spot: 'open', futures: 'standstill', options: 'open' },
  ],
  [
    'the home takes cancels only by itself: old clients read halted, and futures go on',
    { state: 'halted', cancel_only: true, standstill: standing('spot') },
    { spot: 'standstill', futures: 'open', options: 'open' },
  ],
  [
    'a market is halted, and futures stand still',
    { state: 'halted', standstill: standing('futures') },
    { spot: 'halted', futures: 'standstill', options: 'halted' },
  ],
  [
    'a server of before says that everything stopped',
    { state: 'halted', cancel_only: true },
    { spot: 'halted', futures: 'halted', options: 'halted' },
  ],
  [
    'what is closed for good stays closed',
    { state: 'closed', standstill: standing('spot') },
    { spot: 'closed', futures: 'closed', options: 'closed' },
  ],
])('%s', (_what, own, states) => {
  for (const [product, state] of Object.entries(states))
    expect([product, stateOf(quotation(own), product as EngineProduct)]).toEqual([product, state]);
});

test('all is stopped only if every product is, and takes cancels', () => {
  const all = standing(...ENGINE_PRODUCTS);
  expect(isAllStopped({})).toBe(false);
  expect(isAllStopped({ cancel_only: true })).toBe(true);
  expect(isAllStopped({ cancel_only: true, standstill: all })).toBe(true);
  expect(isAllStopped({ cancel_only: true, standstill: standing('spot') })).toBe(false);
  expect(isAllStopped({ standstill: all })).toBe(false);
});
