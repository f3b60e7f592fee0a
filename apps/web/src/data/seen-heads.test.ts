// @vitest-environment jsdom
import type { Receipt } from '@fairlead/contract';
import { beforeEach, expect, test, vi } from 'vitest';
import { serve } from '../../test/render.tsx';
import { checkSeenHeads, noteHeads, noteReceipt, readSeen } from './seen-heads.ts';

const hash = (letter: string): string => letter.repeat(64);
const head = (count: number, letter: string) => ({ count, hash: hash(letter) });
const receipt = (id: number, letter: string): Receipt => ({
  ...{ id, kind: 'delivery', symbol: 'BTC/USDT', time: id, terms: {}, samples: [], result: {} },
  ...{ commitment: hash('c'), previous_hash: hash('0'), hash: hash(letter) },
  own: { owner: 7, paid: '87.5' },
});

/** A chain as a server has it: count → letter of its hash. */
let chain: Map<number, string>;
const answer = (request: URLSearchParams) => {
  const counts = (request.get('counts') ?? '').split(',').map(Number);
  const list = counts
    .filter((count) => chain.has(count))
    .map((count) => head(count, chain.get(count) ?? ''));
  const last = Math.max(...chain.keys());
  return { ...head(last, chain.get(last) ?? ''), list };
};

beforeEach(() => {
  window.localStorage.clear();
  chain = new Map([
    [3, 'a'],
    [5, 'b'],
  ]);
  serve({ 'GET settlement/hashes': answer });
});

test('Q9: each start keeps where the chain ends, and an honest one breaks nothing', async () => {
  await checkSeenHeads();
  expect(readSeen().heads).toEqual([head(5, 'b')]);
  chain.set(9, 'd');
  await checkSeenHeads();
  expect(readSeen()).toMatchObject({ heads: [head(5, 'b'), head(9, 'd')], broken: [] });
});

test('Q9: a chain that was written anew, or is shorter, is found at the next start and for good', async () => {
  noteHeads([head(3, 'a')]);
  noteReceipt(receipt(5, 'b'));
  chain = new Map([[3, 'f']]);
  await checkSeenHeads();
  const broken = [{ ...head(5, 'b') }, { ...head(3, 'a'), now: hash('f') }];
  expect(readSeen().broken).toEqual(expect.arrayContaining(broken));
  // What was seen is not replaced by what came after, and an old chain that is put back mends nothing.
  expect(readSeen().heads).toContainEqual(head(3, 'a'));
  chain = new Map([
    [3, 'a'],
    [5, 'b'],
  ]);
  await checkSeenHeads();
  expect(readSeen().broken).toHaveLength(2);
});

test('Q9: a head that comes otherwise by a message is broken at once', () => {
  noteHeads([head(3, 'a')]);
  noteHeads([head(3, 'e'), head(4, 'x')]);
  expect(readSeen().broken).toEqual([{ ...head(3, 'a'), now: hash('e') }]);
});

test('Q9: receipts stay without owner and amounts; those of others are not kept', () => {
  const { own: _own, ...others } = receipt(8, 'd');
  noteReceipt(others);
  expect(readSeen().receipts).toEqual([]);
  noteReceipt(receipt(8, 'd'));
  expect(readSeen().receipts).toEqual([others]);
  expect(window.localStorage.getItem('receipt_heads')).not.toContain('87.5');
});

test('Q9: it is bounded, and the oldest stays as long as the newest', async () => {
  for (let count = 1; count <= 500; count += 1) noteHeads([head(count, 'a')]);
  for (let id = 1_001; id <= 1_200; id += 1) noteReceipt(receipt(id, 'b'));
  const { heads, receipts } = readSeen();
  expect(heads.length + receipts.length).toBeLessThanOrEqual(100);
  expect(heads[0]?.count).toBe(1);
  expect(receipts.at(-1)?.id).toBe(1_200);
  const asked: number[] = [];
  serve({
    'GET settlement/hashes': (request) => {
      asked.push((request.get('counts') ?? '').split(',').length);
      return answer(request);
    },
  });
  await checkSeenHeads();
  expect(asked[0]).toBeLessThanOrEqual(100);
});

test('without storage or a network the app goes on', async () => {
  serve({ 'GET settlement/hashes': 'offline' });
  await expect(checkSeenHeads()).rejects.toThrow();
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => 'not json');
  expect(readSeen()).toEqual({ heads: [], receipts: [], broken: [] });
  vi.restoreAllMocks();
});
