/**
 * Receipts of parts and of added margin, with figures worked by hand: five lots of 0.01 BTC at 60,006, ten times. Each forgery
 * is sealed anew, so that only the rule that it breaks can find it.
 */
import { describe, expect, test } from 'vitest';
import { type Receipt, type ReceiptFields, verifyChain, verifyReceipt } from '../src/index.ts';
import { copyOf, DRAFTS, type Draft, publicView, reseal, sampleOf, sealAll } from './receipts.ts';

const [OPEN] = DRAFTS as readonly [Draft];
const HELD = {
  side: 'long',
  multiple: 10,
  maintenance_rate: '0.005000',
  close_fee_rate: '0.000500',
  profit_cap: 10,
  open_receipt: 1,
} as const;
const OWN = { owner: 7, currency: 'USDT', lot_size: '0.01000000' } as const;

/** 30.000001 are added; then two of five lots are closed, then the rest. */
const MARGIN: Draft = {
  kind: 'margin',
  at: 20,
  terms: HELD,
  strike: '60006.00000000',
  samples: [],
  result: {},
  details: {
    ...OWN,
    position: 100,
    lots: 5,
    margin: '330.030001',
    margin_added: '30.000001',
    maintenance: '15.001500',
    open_fee: '1.500150',
    added: '30.000001',
    margin_before: '300.030000',
  },
};
const PART: Draft = {
  kind: 'close',
  at: 30,
  terms: { ...HELD, changed_receipt: 2, closes: 'part' },
  strike: '60006.00000000',
  samples: [sampleOf(30, '60106.00000000')],
  result: { close_price: '60106.00000000' },
  details: {
    ...OWN,
    position: 140,
    part_of: 100,
    lots: 2,
    // Three lots come to 180.018 and two fifths of 30.000001 to 12.
    margin: '132.012000',
    margin_added: '12.000000',
    maintenance: '6.000600',
    realised_pnl: '2.000000',
    open_fee: '0.600060',
    // 0.05 % of 1,202.12.
    close_fee: '0.601060',
    net_pnl: '0.798880',
    insurance_paid: '0.000000',
    lots_before: 5,
    margin_before: '330.030001',
    margin_added_before: '30.000001',
    open_fee_before: '1.500150',
    rest_lots: 3,
    rest_margin: '198.018001',
    rest_margin_added: '18.000001',
    rest_open_fee: '0.900090',
  },
};
const END: Draft = {
  kind: 'close',
  at: 40,
  terms: { ...HELD, changed_receipt: 3 },
  strike: '60006.00000000',
  samples: [sampleOf(40, '60006.00000000')],
  result: { close_price: '60006.00000000' },
  details: {
    ...OWN,
    position: 100,
    lots: 3,
    margin: '198.018001',
    margin_added: '18.000001',
    maintenance: '9.000900',
    realised_pnl: '0.000000',
    open_fee: '0.900090',
    close_fee: '0.900090',
    net_pnl: '-1.800180',
    insurance_paid: '0.000000',
  },
};
/** A reversal: what opens behind a close names it. */
const REVERSED: Draft = {
  ...OPEN,
  at: 40,
  terms: { ...OPEN.terms, reverses_receipt: 4 },
  samples: [sampleOf(40, '60000.00000000')],
};
const CHANGED = [OPEN, MARGIN, PART, END, REVERSED];

type Place = 'terms' | 'own' | 'result';
const failuresOf = async (receipt: Receipt, context = {}) =>
  (await verifyReceipt(receipt, context)).checks
    .filter(({ status }) => status === 'failed')
    .map(({ name }) => name);

async function forged(receipt: Receipt, place: Place, change: ReceiptFields): Promise<Receipt> {
  const copy = copyOf(receipt);
  return reseal({ ...copy, [place]: { ...copy[place], ...change } });
}

describe('a position that was changed', () => {
  test('is right from its opening to its end, for its owner and for everybody', async () => {
    const chain = await sealAll(CHANGED);
    expect((await verifyChain(chain)).receipts.flatMap(({ checks }) => checks)).not.toContainEqual(
      expect.objectContaining({ status: 'failed' }),
    );
    const verified = await verifyChain(chain.map(publicView));
    expect(verified.isRight).toBe(true);
  });

  test('its end alone is right as far as it goes, and says what was not given', async () => {
    const [opening, , part, end] = await sealAll(CHANGED);
    const alone = await verifyReceipt(end, { opening });
    expect(alone.isRight).toBe(true);
    expect(alone.checks).toContainEqual({
      name: 'opening',
      status: 'skipped',
      detail: 'the receipt of the last change was not given',
    });
    const whole = await verifyReceipt(end, { opening, change: part });
    expect(whole.checks).toContainEqual({ name: 'opening', status: 'passed' });
  });

  test.each<[string, Place, ReceiptFields]>([
    ['more lots than its last change left', 'own', { lots: 4 }],
    ['less margin', 'own', { margin: '190.018001' }],
    ['less that was added', 'own', { margin_added: '17.000001', margin: '197.018001' }],
    ['another opening fee', 'own', { open_fee: '0.900091', net_pnl: '-1.800181' }],
    ['another change', 'terms', { changed_receipt: 2 }],
    ['another position', 'own', { position: 140 }],
  ])('an end that says %s is found', async (_, place, change) => {
    const [opening, , part, end] = (await sealAll(CHANGED)) as [Receipt, Receipt, Receipt, Receipt];
    const wrong = await forged(end, place, change);
    expect(await failuresOf(wrong, { opening, change: part })).toContain('opening');
  });

  test.each<[string, Place, ReceiptFields, string]>([
    ['a unit of margin for the house', 'own', { margin: '132.011999' }, 'amounts'],
    ['a unit of the rest', 'own', { rest_margin: '198.018000' }, 'amounts'],
    ['less of what was added', 'own', { margin_added: '11.999999' }, 'amounts'],
    ['a lot that is gone', 'own', { rest_lots: 2 }, 'amounts'],
    ['another result', 'own', { realised_pnl: '1.999999', net_pnl: '0.798879' }, 'amounts'],
    ['fees that are not the whole’s', 'own', { rest_open_fee: '0.900091' }, 'amounts'],
    ['more lots before it', 'own', { lots_before: 6 }, 'amounts'],
    ['more lots than there were', 'own', { lots: 5 }, 'amounts'],
    ['a part of another', 'own', { part_of: 101 }, 'opening'],
  ])('a part that says %s is found', async (_, place, change, name) => {
    const [opening, margin, part] = (await sealAll(CHANGED)) as [Receipt, Receipt, Receipt];
    const wrong = await forged(part, place, change);
    expect(await failuresOf(wrong, { opening, change: margin })).toContain(name);
  });

  test.each<[string, ReceiptFields, string]>([
    ['more than was added', { margin: '330.030002' }, 'amounts'],
    ['nothing added', { added: '0.000000', margin: '300.030000' }, 'amounts'],
    ['another margin before', { margin_before: '300.030001', margin: '330.030002' }, 'opening'],
    ['fewer lots', { lots: 4 }, 'opening'],
  ])('a receipt of margin that says %s is found', async (_, change, name) => {
    const [opening, margin] = (await sealAll(CHANGED)) as [Receipt, Receipt];
    expect(await failuresOf(await forged(margin, 'own', change), { opening })).toContain(name);
  });

  test('a sample in a receipt of margin, and a reversal of anything but what is right before, are found', async () => {
    const chain = (await sealAll(CHANGED)) as Receipt[];
    const [, margin, , , reversed] = chain as [Receipt, Receipt, Receipt, Receipt, Receipt];
    const sampled = await reseal({ ...margin, samples: [sampleOf(20, '60000.00000000')] });
    expect(await failuresOf(sampled)).toEqual(['times']);
    const other = await forged(reversed, 'terms', { reverses_receipt: 3 });
    expect(await failuresOf(other)).toEqual(['price']);
  });

  test('a change that an end hides is found in the chain, without its owner', async () => {
    const { changed_receipt: _hidden, ...terms } = END.terms;
    const chain = await sealAll([OPEN, MARGIN, PART, { ...END, terms }]);
    const [, , , last] = (await verifyChain(chain.map(publicView))).receipts;
    expect(last?.checks).toContainEqual({
      name: 'opening',
      status: 'failed',
      detail: 'it names another last change than the chain has',
    });
  });

  test('after its end nothing is closed of it any more', async () => {
    const chain = await sealAll([OPEN, MARGIN, PART, END, { ...END, at: 41 }]);
    expect((await verifyChain(chain)).receipts.map(({ isRight }) => isRight)).toEqual([
      ...Array.from({ length: 4 }, () => true),
      false,
    ]);
  });
});
