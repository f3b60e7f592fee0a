import { expect, test } from 'vitest';
import { type ChainVerification, verifyChain } from '../src/index.ts';
import { DRAFTS, honestChain, publicView, reseal, sealAll } from './receipts.ts';

const failuresOf = ({ receipts }: ChainVerification) =>
  receipts.flatMap(({ id, checks }) =>
    checks.filter(({ status }) => status === 'failed').map(({ name }) => `${id} ${name}`),
  );

test('an honest chain with a receipt of every kind is right, for its owner and for everybody', async () => {
  const chain = await honestChain();
  for (const view of [chain, chain.map(publicView)]) {
    const verified = await verifyChain(view);
    expect(failuresOf(verified)).toEqual([]);
    expect(verified.isRight).toBe(true);
  }
});

test('a part of it is right by the receipt before it', async () => {
  const chain = await honestChain();
  const part = await verifyChain(chain.slice(9), { previous: chain[8] });
  expect(failuresOf(part)).toEqual([]);
});

test('receipts exchanged, left out or put in are named where they are', async () => {
  const chain = await honestChain();
  const [one, two, three, four] = chain;
  expect(failuresOf(await verifyChain([one, three, two]))).toEqual(['3 link', '2 link']);
  expect(failuresOf(await verifyChain([one, two, four]))).toEqual(['4 link']);
  expect(failuresOf(await verifyChain([one, two, two]))).toEqual(['2 link']);
});

test('a receipt replaced by another one does not carry the rest of the chain', async () => {
  const chain = await honestChain();
  const [one, two, three] = chain;
  if (one === undefined || two === undefined || three === undefined) throw new Error('too short');
  const replaced = await reseal({ ...two, symbol: 'ETH/USDT' });
  expect(failuresOf(await verifyChain([one, replaced, three]))).toEqual(['3 link']);
});

test('a position or an order that ends twice, or was never opened, is named', async () => {
  const close = DRAFTS[9];
  const open = DRAFTS[0];
  if (close === undefined || open === undefined) throw new Error('too short');
  expect(failuresOf(await verifyChain(await sealAll([open, close, close])))).toEqual(['3 opening']);
  const other = { ...close, terms: { ...close.terms, open_receipt: 9 } };
  expect(failuresOf(await verifyChain(await sealAll([open, other])))).toEqual(['2 opening']);
});
