/** Issue 13, point 1: an opening is checked against index and half spread, whatever any step says. */
import { describe, expect, test } from 'vitest';
import { type Receipt, verifyChain, verifyReceipt } from '../src/index.ts';
import { withValue } from './forge.ts';
import { DRAFTS, honestChain, reseal, sealAll } from './receipts.ts';

/** A long at the index of 60,000 under half a spread of 0.01 %, which is 6: opened at 60,006. */
async function opening(): Promise<Receipt> {
  const [first] = await honestChain();
  if (first === undefined) throw new Error('too short');
  return first;
}

type Change = readonly [path: string, value: unknown];

/** Whether a receipt with other terms and another price, sealed anew by the house, is still right. */
async function isRightWith(...changes: readonly Change[]): Promise<boolean> {
  let receipt = await opening();
  for (const [path, value] of changes) receipt = withValue(receipt, path, value) as Receipt;
  const { own: _, ...told } = receipt;
  return (await verifyReceipt(await reseal(told as Receipt))).isRight;
}

const step = (value: string | undefined): Change => ['terms.price_step', value];
const tick = (value: string): readonly Change[] => [step(undefined), ['terms.tick_size', value]];
const price = (value: string): Change => ['result.open_price', value];

describe('Q1: a step of a receipt', () => {
  test.each([
    ['200, as in the attack', '200.00000000', '60200.00000000'],
    ['a bit more than a tenth of half the spread', '0.61000000', '60006.48000000'],
    ['one that hardly matters', '0.60000001', '60006.00000018'],
  ])('of %s moves no price', async (_, coarse, moved) => {
    expect(await isRightWith(step(coarse), price(moved))).toBe(false);
    expect(await isRightWith(step(coarse))).toBe(true);
  });

  test('of a tenth rounds against the owner and no further', async () => {
    const chain = withValue(await opening(), 'terms.half_spread', '0.000101');
    // Half the spread is 6.06, and a tenth of it 0.606.
    const at = async (rounded: string) => {
      const changed = withValue(
        withValue(chain, 'terms.price_step', '0.60000000'),
        price('')[0],
        rounded,
      );
      const { own: _, ...told } = changed as Receipt;
      return (await verifyReceipt(await reseal(told as Receipt))).isRight;
    };
    expect(await at('60006.60000000')).toBe(true);
    expect(await at('60006.06000000')).toBe(false);
    expect(await at('60007.20000000')).toBe(false);
  });
});

describe('Q1: a receipt of before, which names the order book’s tick', () => {
  test('is right by the rule of before, while its tick is at most 0.05 % of the index', async () => {
    expect(await isRightWith(...tick('0.01000000'))).toBe(true);
    expect(await isRightWith(...tick('30.00000000'), price('60030.00000000'))).toBe(true);
    expect(await isRightWith(...tick('30.00000000'))).toBe(false);
  });

  test('does not carry the tick of the attack', async () => {
    expect(await isRightWith(...tick('200.00000000'), price('60200.00000000'))).toBe(false);
    expect(await isRightWith(...tick('30.00000001'), price('60060.00000000'))).toBe(false);
  });

  test('is not believed beside a step', async () => {
    expect(await isRightWith(['terms.tick_size', '0.01000000'])).toBe(false);
  });

  test('does not come after one by the present rule', async () => {
    const [draft] = DRAFTS;
    if (draft === undefined) throw new Error('too short');
    const { price_step: _, ...terms } = draft.terms;
    const before = { ...draft, terms: { ...terms, tick_size: '0.01000000' } };
    const failures = async (...drafts: (typeof draft)[]) =>
      (await verifyChain(await sealAll(drafts))).receipts.flatMap(({ id, checks }) =>
        checks.filter(({ status }) => status === 'failed').map(({ name }) => `${id} ${name}`),
      );
    expect(await failures(before, before, draft)).toEqual([]);
    expect(await failures(before, draft, before)).toEqual(['3 price']);
  });
});

describe('Q21: the end of a position says what it brought after all fees', () => {
  const closing = async () => {
    const chain = await honestChain();
    const end = chain.find(({ kind, own }) => kind === 'close' && own !== undefined);
    const begun = chain.find(({ id }) => id === end?.terms['open_receipt']);
    if (end?.own === undefined || begun?.own === undefined) throw new Error('no close');
    return { end, begun, own: end.own, openFee: begun.own['open_fee'] };
  };
  const minor = (text: string | number | undefined) => BigInt(String(text ?? '').replace('.', ''));
  const text = (value: bigint) => {
    const digits = (value < 0n ? -value : value).toString().padStart(7, '0');
    return `${value < 0n ? '-' : ''}${digits.slice(0, -6)}.${digits.slice(-6)}`;
  };

  test('and it is worked out again, with the fee that the opening’s receipt names', async () => {
    const { end, begun, own, openFee } = await closing();
    const net = minor(own['realised_pnl']) - minor(openFee) - minor(own['close_fee']);
    const failed = async (more: object) => {
      const sealed = await reseal({ ...end, own: { ...own, ...more } } as Receipt);
      const { checks } = await verifyReceipt(sealed, { opening: begun });
      return checks.filter(({ status }) => status === 'failed').map(({ name }) => name);
    };
    expect(await failed({ open_fee: openFee, net_pnl: text(net) })).toEqual([]);
    expect(await failed({ open_fee: openFee, net_pnl: text(net + 1n) })).toEqual(['amounts']);
    expect(await failed({ open_fee: text(0n), net_pnl: text(net + minor(openFee)) })).toEqual([
      'opening',
    ]);
  });
});
