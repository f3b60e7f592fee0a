/** A declared loss leaves ids out of the chain: those that it names, and no others. */
import { describe, expect, test } from 'vitest';
import { previousIdOf, type Receipt, verifyChain } from '../src/index.ts';
import { honestChain, reseal } from './receipts.ts';

const chain = await honestChain();
const [first, second, third, fourth] = chain as [Receipt, Receipt, Receipt, Receipt];
const LOSS_ID = 1_000_007;

/** After the third receipt, of which somebody had seen the sixth. */
async function lossWith(terms: Readonly<Record<string, number>> = {}): Promise<Receipt> {
  const { strike: _strike, own: _own, ...rest } = third;
  return reseal({
    ...rest,
    id: LOSS_ID,
    kind: 'loss',
    symbol: '',
    time: third.time + 1_000,
    samples: [],
    terms: {
      sequence_from: 10,
      sequence_seen: 20,
      sequence_to: 1_000_020,
      receipt_from: 4,
      receipt_seen: 6,
      receipt_to: LOSS_ID - 1,
      time_from: third.time,
      time_to: third.time + 500,
      ...terms,
    },
    result: {},
    previous_hash: third.hash,
  });
}

const wrongOf = async (receipts: readonly Receipt[]) =>
  (await verifyChain(receipts)).receipts.flatMap(({ id, checks }) =>
    checks.filter(({ status }) => status === 'failed').map(({ name }) => `${id} ${name}`),
  );

describe('Q10, Q11: a declared loss', () => {
  test('is right where it names what is left out', async () => {
    const loss = await lossWith();
    expect(previousIdOf(loss)).toBe(3);
    expect(await wrongOf([first, second, third, loss])).toEqual([]);
  });

  test('a jump without one is none', async () => {
    const later = await reseal({ ...fourth, id: LOSS_ID, previous_hash: third.hash });
    expect(await wrongOf([first, second, third, later])).toContain(`${LOSS_ID} link`);
  });

  test.each([
    ['begins later than the gap', { receipt_from: 5 }],
    ['begins before the gap', { receipt_from: 3 }],
    ['ends before itself', { receipt_to: LOSS_ID - 2 }],
    ['ends beyond itself', { receipt_to: LOSS_ID }],
    ['was seen beyond its end', { receipt_seen: LOSS_ID }],
    ['leaves sequences out backwards', { sequence_to: 9 }],
    ['ends after it was declared', { time_to: third.time + 2_000 }],
    ['lost no command', { sequence_seen: 9 }],
    ['began before the receipt before', { time_from: third.time - 1 }],
  ])('one that %s is wrong', async (_what, terms) => {
    const forged = await lossWith(terms);
    expect(await wrongOf([first, second, third, forged])).toContain(`${LOSS_ID} link`);
  });

  test('a second one that lost what the first had left out is wrong, and so is one after a receipt of later', async () => {
    const loss = await lossWith();
    const second = (terms: Readonly<Record<string, number>>) =>
      lossWith({
        receipt_from: LOSS_ID + 1,
        receipt_seen: LOSS_ID + 2,
        receipt_to: LOSS_ID + 9,
        sequence_from: 1_000_022,
        sequence_seen: 1_000_023,
        sequence_to: 1_000_030,
        time_from: loss.time,
        time_to: loss.time,
        ...terms,
      }).then((receipt) => reseal({ ...receipt, id: LOSS_ID + 10, previous_hash: loss.hash }));
    const before: readonly Receipt[] = [first, chain[1] as Receipt, third, loss];
    expect(await wrongOf([...before, await second({})])).toEqual([]);
    const wrong = [`${LOSS_ID + 10} link`];
    expect(await wrongOf([...before, await second({ sequence_from: 1_000_021 })])).toEqual(wrong);
    expect(await wrongOf([...before, await second({ time_from: loss.time - 1 })])).toEqual(wrong);
  });
});
