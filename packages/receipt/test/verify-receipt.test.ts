/**
 * Every value of one receipt of each kind is forged, twice: as found, and sealed anew as only the house could. Either is
 * named by a check; what a receipt cannot show by itself is given away by the receipt after it. Case B18 with all others.
 */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CheckName, openingIdOf, type Receipt, verifyReceipt } from '../src/index.ts';
import { leavesOf, nearby, valueAt, withValue } from './forge.ts';
import { honestChain, publicView, reseal, sampleOf, staleSample } from './receipts.ts';

const chain = await honestChain();
/** The first of each kind, the short that waited, the three results of a delivery, both prices of a trigger and both legs of a conversion. */
const EACH = [1, 6, 7, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 21, 22] as const;

const receiptOf = (id: number): Receipt => {
  const receipt = chain[id - 1];
  if (receipt === undefined) throw new Error(`no receipt ${id}`);
  return receipt;
};
const contextOf = (receipt: Receipt) => {
  const openingId = openingIdOf(receipt);
  return {
    previous: chain[receipt.id - 2],
    opening: openingId === undefined ? undefined : chain[openingId - 1],
  };
};
const failuresOf = async (forged: unknown, honest: Receipt): Promise<readonly CheckName[]> => {
  const { checks } = await verifyReceipt(forged, contextOf(honest));
  return checks.filter(({ status }) => status === 'failed').map(({ name }) => name);
};
const statusesOf = async (receipt: Receipt, context = contextOf(receipt)) => {
  const { checks } = await verifyReceipt(receipt, context);
  return Object.fromEntries(checks.map(({ name, status }) => [name, status]));
};

describe.each(EACH.map((id) => [id, receiptOf(id).kind] as const))('receipt %i, %s', (id) => {
  const honest = receiptOf(id);

  test('is right for its owner, with every check', async () => {
    expect(new Set(Object.values(await statusesOf(honest)))).toEqual(new Set(['passed']));
  });

  test('is right for a stranger, who sees neither owner nor amounts, by the same hash', async () => {
    const stranger = publicView(honest);
    const { commitment, amounts, ...rest } = await statusesOf(stranger);
    expect([commitment, amounts]).toEqual(['skipped', 'skipped']);
    expect(new Set(Object.values(rest))).toEqual(new Set(['passed']));
    const [shown, hidden] = [JSON.stringify(stranger), honest.own ?? {}];
    for (const name of ['margin', 'stake', 'fee', 'paid', 'realised_pnl', 'salt', 'owner']) {
      expect(shown).not.toContain(`"${name}":`);
      if (hidden[name] !== undefined && hidden[name] !== '0.000000' && name !== 'owner')
        expect(shown).not.toContain(`"${hidden[name]}"`);
    }
  });

  test('any value changed, added or taken away is found by its digests', async () => {
    for (const path of leavesOf(honest)) {
      const isOwn = path.startsWith('own.');
      const expected = isOwn || path === 'commitment' ? 'commitment' : 'hash';
      for (const value of [nearby(valueAt(honest, path)), undefined]) {
        const failures = await failuresOf(withValue(honest, path, value), honest);
        const names = [expected, 'shape'];
        expect(
          names.some((name) => failures.some((each) => each === name)),
          path,
        ).toBe(true);
      }
    }
    const added = { ...honest, note: 'x' };
    expect(await failuresOf(added, honest)).toEqual(['shape']);
    const addedTerm = withValue(honest, 'terms.bonus', '1');
    expect(await failuresOf(addedTerm, honest)).toContain('hash');
  });

  test('sealed anew by the house, it does not fit what was sealed after it', async () => {
    const after = { ...publicView(honest), id: id + 1, previous_hash: honest.hash };
    for (const path of leavesOf(honest).filter(
      (leaf) => leaf !== 'hash' && leaf !== 'commitment',
    )) {
      const forged = await reseal(withValue(honest, path, nearby(valueAt(honest, path))));
      const { checks } = await verifyReceipt(after, { previous: forged });
      expect(checks.find(({ name }) => name === 'link')?.status, path).toBe('failed');
    }
  });
});

/** What a forger changes before he seals the receipt anew: [receipt, path, forged value, the check that names it]. */
const FORGERIES: readonly (readonly [number, string, unknown, CheckName])[] = [
  [1, 'result.open_price', '60007.00000000', 'price'],
  [1, 'samples.0.index_price', '60001.00000000', 'samples'],
  [1, 'samples.0.index_price', undefined, 'samples'],
  [1, 'samples.0.sources.1.price', '60000.50000000', 'samples'],
  [1, 'samples.0.sources.0', undefined, 'samples'],
  [1, 'samples.0.sources.1.time', 1_600_000_000_000, 'samples'],
  [1, 'samples.0.sources.1.venue', 'binance', 'samples'],
  [1, 'samples.0.dropped.0.reason', 'unloved', 'samples'],
  [1, 'samples.0.dropped.0.reason', 'superseded', 'samples'],
  [1, 'samples.0.dropped.0.price', '60000.00000000', 'samples'],
  [1, 'samples.0', undefined, 'times'],
  [1, 'terms.side', 'short', 'price'],
  [1, 'terms.half_spread', '0.000200', 'price'],
  [1, 'terms.shown_price', '59000.00000000', 'price'],
  [1, 'terms.multiple', 20, 'amounts'],
  [1, 'terms.open_fee_rate', '0.000600', 'amounts'],
  [1, 'own.lots', 6, 'amounts'],
  [1, 'own.margin', '310.030000', 'amounts'],
  [1, 'own.maintenance', '16.000000', 'amounts'],
  [1, 'own.open_fee', '1.600150', 'amounts'],
  [1, 'own.insurance_share', '1.600150', 'amounts'],
  [1, 'previous_hash', 'f'.repeat(64), 'link'],
  [1, 'time', 1_700_000_013_000, 'times'],
  [6, 'terms.limit_price', '60010.00000000', 'price'],
  [6, 'terms.type', 'market', 'price'],
  [6, 'result.open_price', '59997.00000000', 'price'],
  [7, 'strike', '60101.00000000', 'price'],
  [7, 'terms.shown_price', '60000.00000000', 'price'],
  [7, 'terms.window_seconds', 1, 'times'],
  [7, 'terms.fee_rate', '0.020000', 'amounts'],
  [7, 'result.delivers_at', 1_700_000_050_041, 'times'],
  [7, 'result.purchased_at', 1_700_000_020_041, 'times'],
  [7, 'own.fee', '0.600000', 'amounts'],
  [7, 'samples.0.sources.0.time', 1_700_000_017_999, 'times'],
  [10, 'result.close_price', '60105.00000000', 'price'],
  [10, 'strike', '60007.00000000', 'opening'],
  [10, 'terms.open_receipt', 2, 'opening'],
  [10, 'terms.close_fee_rate', '0.000600', 'opening'],
  [10, 'symbol', 'ETH/USDT', 'opening'],
  [10, 'own.owner', 8, 'opening'],
  [10, 'own.realised_pnl', '4.000000', 'amounts'],
  [10, 'own.close_fee', '1.600000', 'amounts'],
  [10, 'own.insurance_paid', '1.000000', 'amounts'],
  [10, 'time', 1_700_000_041_000, 'times'],
  [11, 'terms.trigger_price', '60207.00000000', 'trigger'],
  [11, 'terms.trigger_price', undefined, 'trigger'],
  [11, 'kind', 'stop_loss', 'trigger'],
  [12, 'terms.trigger_price', '59005.00000000', 'trigger'],
  [12, 'kind', 'take_profit', 'trigger'],
  [13, 'terms.trigger_price', '52999.00000000', 'trigger'],
  [13, 'terms.trigger_price', '59000.00000000', 'amounts'],
  [13, 'own.insurance_paid', '50.270001', 'amounts'],
  [13, 'own.close_fee', '1.000000', 'amounts'],
  [14, 'terms.trigger_price', '60500.00000000', 'amounts'],
  [14, 'terms.profit_cap', 5, 'opening'],
  [14, 'own.realised_pnl', '2000.000000', 'amounts'],
  [15, 'samples.2.index_price', '60090.00000000', 'samples'],
  [15, 'samples.2', undefined, 'mean'],
  [15, 'samples.2.time', 1_700_000_044_000, 'times'],
  [15, 'result.sum', '300499.00000000', 'mean'],
  [15, 'result.valid', 4, 'mean'],
  [15, 'result.expected', 6, 'mean'],
  [15, 'result.delivery_price', '60099.00000000', 'mean'],
  [15, 'result.outcome', 'fall', 'outcome'],
  [15, 'result.result', 'lose', 'outcome'],
  [15, 'result.result', 'refunded', 'outcome'],
  [15, 'strike', '60102.00000000', 'outcome'],
  [15, 'terms.direction', 'fall', 'outcome'],
  [15, 'terms.payout_ratio', '0.700000', 'opening'],
  [15, 'terms.payout_ratio', '0.700000', 'amounts'],
  [15, 'terms.seconds', 60, 'times'],
  [15, 'terms.delivers_at', 1_700_000_051_040, 'times'],
  [15, 'terms.purchase_receipt', 8, 'opening'],
  [15, 'time', 1_700_000_049_000, 'times'],
  [15, 'own.paid', '80.000000', 'amounts'],
  [15, 'own.stake', '40.000000', 'amounts'],
  [16, 'own.paid', '50.000000', 'amounts'],
  [17, 'result.result', 'lose', 'outcome'],
  [17, 'result.delivery_price', '61000.00000000', 'mean'],
  [17, 'own.paid', '50.000000', 'amounts'],
  [21, 'terms.worst_price', '59985.00000000', 'price'],
  [21, 'terms.side', 'buy', 'price'],
  [21, 'terms.leg', 2, 'outcome'],
  [21, 'terms.legs', 3, 'outcome'],
  [21, 'terms.shown_fee_rate', '0.001000', 'outcome'],
  [21, 'terms.fee_rate', '0.001000', 'amounts'],
  [21, 'result.best_price', '59970.00000000', 'price'],
  [21, 'result.last_price', '59990.00000000', 'price'],
  [21, 'result.average_price', '59995.00000000', 'price'],
  [21, 'result.average_price', '59986.00000000', 'amounts'],
  [21, 'result.index_spread_rate', '0.000000', 'price'],
  [21, 'result.first_trade', 22, 'outcome'],
  [21, 'samples.0', undefined, 'times'],
  [21, 'time', 1_700_000_069_000, 'times'],
  [21, 'own.fee', '119.970003', 'amounts'],
  [21, 'own.amount', '59984.000000', 'amounts'],
  [21, 'own.received', '59866.030000', 'amounts'],
  [21, 'own.conversion', 399, 'amounts'],
  [21, 'own.plan', 3, 'amounts'],
  [22, 'own.quantity', '0.99600000', 'amounts'],
  [22, 'own.conversion', 401, 'amounts'],
  [18, 'terms.trigger_price', '59998.00000000', 'trigger'],
  [18, 'terms.side', 'buy', 'trigger'],
  [18, 'terms.trigger', 'take_profit', 'trigger'],
  [18, 'terms.trigger_by', 'last', 'times'],
  [18, 'terms.trigger_by', 'mark', 'times'],
  [18, 'terms.limit_price', undefined, 'outcome'],
  [18, 'samples.0', undefined, 'times'],
  [18, 'time', 1_700_000_066_000, 'times'],
  [18, 'result.state', 'refused', 'outcome'],
  [18, 'own.order', undefined, 'amounts'],
  [18, 'own.quantity', '-1', 'amounts'],
  [19, 'result.trade_price', '59999.99000000', 'trigger'],
  [19, 'result.trade', 0, 'trigger'],
  [19, 'result.trade_time', 1_700_000_046_039, 'times'],
  [19, 'result.reason', undefined, 'outcome'],
  [19, 'own.quantity', undefined, 'amounts'],
  [20, 'terms.trigger_price', '59994.06000000', 'trigger'],
  [20, 'terms.trigger_price', '59994.04000000', 'trigger'],
  [20, 'terms.trail_rate', '0.011000', 'trigger'],
  [20, 'terms.trail_rate', undefined, 'trigger'],
  [20, 'terms.activation_price', '60600.07000000', 'trigger'],
  [20, 'terms.tick_size', '0.00000000', 'trigger'],
  [20, 'result.best_price', '60700.00000000', 'trigger'],
  [20, 'result.best_time', 1_700_000_070_000, 'trigger'],
];

describe('a forgery that the house seals anew is named by the rule that it breaks', () => {
  test.each(FORGERIES)('receipt %i: %s as %s: %s', async (id, path, value, check) => {
    const honest = receiptOf(id);
    const forged = await reseal(withValue(honest, path, value));
    expect(await failuresOf(forged, honest)).toContain(check);
  });
});

test('the worked example of the document is right', async () => {
  const page = new URL('../../../docs/internals/receipts.md', import.meta.url);
  const [, example = ''] = /```json\n([\s\S]*?)```/.exec(readFileSync(page, 'utf8')) ?? [];
  const { isRight, checks } = await verifyReceipt(JSON.parse(example));
  expect(isRight).toBe(true);
  const skipped = checks.filter(({ status }) => status === 'skipped').map(({ name }) => name);
  expect(skipped).toEqual(['link', 'opening']);
});

test('samples out of order are named', async () => {
  const honest = receiptOf(15);
  const [first, second, ...rest] = honest.samples;
  const forged = await reseal({
    ...honest,
    samples: [second, first, ...rest] as typeof honest.samples,
  });
  expect(await failuresOf(forged, honest)).toEqual(['times']);
});

test('without its salt an own view is not what was sealed', async () => {
  const honest = receiptOf(15);
  const guessed = { ...honest.own, salt: 'f'.repeat(32) };
  expect(await failuresOf({ ...honest, own: guessed }, honest)).toEqual(['commitment']);
});

test('a window with too few samples is right as refunded, and as nothing else (P4)', async () => {
  const refunded = receiptOf(17);
  expect(refunded.result['result']).toBe('refunded');
  expect((await verifyReceipt(refunded, contextOf(refunded))).isRight).toBe(true);
  const enough = [46, 47, 48, 49].map((second) => sampleOf(second, '61000.00000000'));
  const hidden = await reseal({ ...refunded, samples: enough });
  expect(await failuresOf(hidden, refunded)).toEqual(['mean', 'outcome', 'amounts']);
  const none = await reseal({
    ...refunded,
    samples: [staleSample(46)],
    result: { expected: 5, valid: 0, sum: '0.00000000', result: 'refunded' },
  });
  expect(await failuresOf(none, refunded)).toEqual([]);
});

test('a mean equal to the strike is even, and gives the stake back (P6)', async () => {
  const honest = receiptOf(15);
  const even = await reseal({
    ...honest,
    samples: [46, 47, 48, 49, 50].map((second) => sampleOf(second, '60100.00000000')),
    result: {
      expected: 5,
      valid: 5,
      sum: '300500.00000000',
      delivery_price: '60100.00000000',
      outcome: 'even',
      result: 'flat',
    },
    own: { ...honest.own, paid: '50.000000' },
  });
  expect(await failuresOf(even, honest)).toEqual([]);
});

test.each(['simulated', 'replay'])('a %s feed is a quorum of one, and says so', async (venue) => {
  const honest = receiptOf(10);
  const time = honest.samples[0]?.time ?? 0;
  const price = String(honest.result['close_price']);
  const declared = { time, index_price: price, sources: [{ venue, price, time }], dropped: [] };
  const right = await reseal({ ...honest, samples: [declared] });
  expect(await failuresOf(right, honest)).toEqual([]);
  const undeclared = { ...declared, sources: [{ venue: 'binance', price, time }] };
  expect(await failuresOf(await reseal({ ...honest, samples: [undeclared] }), honest)).toEqual([
    'samples',
  ]);
});

test.each([
  ['nothing', undefined],
  ['a text', 'receipt'],
  ['a list', []],
  ['an empty object', {}],
  ['a receipt of another kind', { ...receiptOf(1), kind: 'gift' }],
  ['one with a fraction', { ...receiptOf(1), time: 0.5 }],
  ['one with a nested term', { ...receiptOf(1), terms: { side: {} } }],
])('%s is no receipt, and no reason to fall over', async (_name, value) => {
  const { isRight, checks } = await verifyReceipt(value);
  expect([isRight, checks.map(({ name, status }) => [name, status])]).toEqual([
    false,
    [['shape', 'failed']],
  ]);
});

test.each([
  ['a price that is none', 'samples.0.index_price', 'cheap'],
  ['a rate that is none', 'terms.half_spread', 'x'],
  ['a side that is none', 'terms.side', 'up'],
  ['a missing term', 'terms.price_step', undefined],
  ['a step of nothing', 'terms.price_step', '0.00000000'],
  ['a step and a tick', 'terms.tick_size', '0.01000000'],
  ['no lots', 'own.lots', 0],
  ['a multiple of nothing', 'terms.multiple', 0],
  ['a price that is far too large', 'samples.0.sources.0.price', `${'9'.repeat(30)}.00000000`],
])('%s fails a check instead of the checker', async (_name, path, value) => {
  const forged = await reseal(withValue(receiptOf(1), path, value));
  expect((await verifyReceipt(forged)).isRight).toBe(false);
});

test('whatever a receipt claims, the checker answers', async () => {
  const value = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.maxSafeInteger(),
    fc.bigInt().map(String),
    fc.constantFrom('0', '-1.000000', '0.00000000', undefined, null, {}, []),
  );
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...EACH), fc.nat(), value, async (id, at, claim) => {
      const honest = receiptOf(id);
      const leaves = leavesOf(honest);
      const forged = withValue(honest, leaves[at % leaves.length] ?? 'id', claim);
      expect(typeof (await verifyReceipt(forged, contextOf(honest))).isRight).toBe('boolean');
    }),
    { seed: 4, numRuns: 3_000 },
  );
});
