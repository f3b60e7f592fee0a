/** Several engines have a chain each: they begin where nobody can choose, and nothing of one is of another. */
import { describe, expect, test } from 'vitest';
import {
  CHAIN_IDS,
  chainBeginOf,
  GENESIS_HASH,
  previousIdOf,
  type Receipt,
  verifyChain,
} from '../src/index.ts';
import { honestChain, reseal } from './receipts.ts';

const home = await honestChain();

/** Openings of a chain as that of another place has them. */
async function chainAt(place: number, count = 2): Promise<Receipt[]> {
  const made: Receipt[] = [];
  const openings = home.filter(({ kind }) => kind === 'open' || kind === 'purchase');
  for (const [at, receipt] of openings.slice(0, count).entries()) {
    const { own: _own, ...rest } = receipt;
    const id = place * CHAIN_IDS + at + 1;
    const previous = made.at(-1)?.hash ?? GENESIS_HASH;
    made.push(await reseal({ ...rest, id, previous_hash: previous }));
  }
  return made;
}

const futures = await chainAt(1);
const options = await chainAt(2);

const wrongOf = async (receipts: readonly Receipt[]) =>
  (await verifyChain(receipts)).receipts.flatMap(({ id, checks }) =>
    checks.filter(({ status }) => status === 'failed').map(({ name }) => `${id} ${name}`),
  );

describe('chains of several engines', () => {
  test('each begins behind a multiple of 10^12, and nothing is before its first', async () => {
    expect(
      [1, CHAIN_IDS, CHAIN_IDS + 1, 3 * CHAIN_IDS + 7, 9 * CHAIN_IDS].map(chainBeginOf),
    ).toEqual([0, 0, CHAIN_IDS, 3 * CHAIN_IDS, 3 * CHAIN_IDS]);
    expect(futures.map(previousIdOf)).toEqual([0, CHAIN_IDS + 1]);
    expect(await wrongOf([...home, ...futures, ...options])).toEqual([]);
  });

  test('an end is right in the chain of an engine that went on with what the home had opened', async () => {
    const end = home.find(({ kind }) => kind === 'close') as Receipt;
    const { own: _own, ...rest } = end;
    const id = CHAIN_IDS + 1;
    const moved = await reseal({ ...rest, id, previous_hash: GENESIS_HASH });
    const before = home.slice(0, home.indexOf(end));
    expect(await wrongOf([...before, moved])).toEqual([]);
    expect(await wrongOf([...home, moved])).toEqual([`${id} opening`]);
  });

  test('one that begins later than with its first, or goes on from another chain, is wrong', async () => {
    const [first, second] = futures as [Receipt, Receipt];
    expect(await wrongOf([...home, second])).toContain(`${second.id} link`);
    const last = home.at(-1) as Receipt;
    const linked = await reseal({ ...first, previous_hash: last.hash });
    expect(await wrongOf([...home, linked])).toContain(`${linked.id} link`);
  });

  test('a fifth chain is none', async () => {
    const [first] = (await chainAt(4)) as [Receipt];
    expect(await wrongOf([...home, first])).toContain(`${first.id} link`);
  });

  test('a loss leaves out ids of its own chain only', async () => {
    const { strike: _strike, own: _own, ...rest } = home[0] as Receipt;
    const id = CHAIN_IDS + 1_000;
    const last = home.at(-1) as Receipt;
    const lossFrom = async (from: number, previous: string) =>
      reseal({
        ...rest,
        id,
        kind: 'loss',
        symbol: '',
        time: last.time + 1_000,
        samples: [],
        terms: {
          sequence_from: 10,
          sequence_seen: 20,
          sequence_to: 1_000_020,
          receipt_from: from,
          receipt_seen: from,
          receipt_to: id - 1,
          time_from: last.time,
          time_to: last.time + 500,
        },
        result: {},
        previous_hash: previous,
      });
    expect(await wrongOf([...home, await lossFrom(CHAIN_IDS + 1, GENESIS_HASH)])).toEqual([]);
    expect(await wrongOf([...home, await lossFrom(last.id + 1, last.hash)])).toContain(
      `${id} link`,
    );
  });
});
