/**
 * Q6: deliveries with too few samples, by the rule of before and by rule 2, made and forged: who caused it, what the
 * samples that are there say, and that a win which the house voided is a win.
 */
import { describe, expect, test } from 'vitest';
import {
  ChainVerifier,
  type Receipt,
  type ReceiptFields,
  type ReceiptSample,
  shortDeliveryOf,
  verifyReceipt,
} from '../src/index.ts';
import { withValue } from './forge.ts';
import { type Draft, honestChain, reseal, sampleOf, sealAll, staleSample } from './receipts.ts';

const START = 1_700_000_000_000;
const PURCHASED_AT = START + 20_040;
const DELIVERS_AT = PURCHASED_AT + 30_000;
const OPTION = {
  direction: 'rise',
  seconds: 30,
  window_seconds: 5,
  payout_ratio: '0.750000',
  fee_rate: '0.010000',
  refund_rule: 2,
} as const;
const STAKE = { owner: 7, order: 200, currency: 'USDT', stake: '50.000000', fee: '0.500000' };

/** A second that two venues were read in and did not agree on. */
function disputedSample(second: number): ReceiptSample {
  const time = START + second * 1_000;
  const dropped = ['7.00000000', '8.00000000'].map((price, at) => ({
    venue: at === 0 ? 'binance' : 'kraken',
    price,
    time,
    reason: 'disagrees',
  }));
  return { time, sources: [], dropped };
}

const purchase: Draft = {
  kind: 'purchase',
  at: 20,
  strike: '60100.00000000',
  terms: OPTION,
  samples: [sampleOf(20, '60100.00000000')],
  result: { purchased_at: PURCHASED_AT, delivers_at: DELIVERS_AT },
  details: STAKE,
};

const delivery = (
  samples: readonly ReceiptSample[],
  result: ReceiptFields,
  paid: string,
  at = 51,
): Draft => ({
  kind: 'delivery',
  at,
  strike: '60100.00000000',
  terms: { ...OPTION, purchased_at: PURCHASED_AT, delivers_at: DELIVERS_AT, purchase_receipt: 1 },
  samples,
  result: { expected: 5, ...result },
  details: { ...STAKE, paid },
});

const price = (second: number): ReceiptSample => sampleOf(second, '61000.00000000');
const WON = '87.500000';
const BACK = '50.500000';
const won = { delivery_price: '61000.00000000', outcome: 'rise', result: 'win' } as const;

const CASES: readonly (readonly [string, Draft])[] = [
  [
    'a win that the house paused over',
    delivery(
      [price(46), price(47)],
      {
        valid: 2,
        market_stale: 0,
        shortfall: 'house',
        would_be: 'win',
        sum: '122000.00000000',
        ...won,
      },
      WON,
    ),
  ],
  [
    'one venue alone is no reading of the market',
    delivery(
      [price(46), staleSample(47), staleSample(48), price(49), price(50)],
      {
        valid: 3,
        market_stale: 0,
        shortfall: 'house',
        would_be: 'win',
        sum: '183000.00000000',
        ...won,
      },
      WON,
    ),
  ],
  [
    'a loss that is refunded',
    delivery(
      [sampleOf(46, '60099.00000000')],
      {
        valid: 1,
        market_stale: 0,
        shortfall: 'house',
        would_be: 'lose',
        sum: '60099.00000000',
        result: 'refunded',
      },
      BACK,
    ),
  ],
  [
    'what the market left without a price',
    delivery(
      [disputedSample(46), disputedSample(47), price(48), price(49), price(50)],
      {
        valid: 3,
        market_stale: 2,
        shortfall: 'market',
        would_be: 'win',
        sum: '183000.00000000',
        result: 'refunded',
      },
      BACK,
    ),
  ],
  [
    'nothing at all by the market',
    delivery(
      [46, 47, 48, 49, 50].map(disputedSample),
      {
        valid: 0,
        market_stale: 5,
        shortfall: 'market',
        sum: '0.00000000',
        result: 'refunded',
      },
      BACK,
    ),
  ],
  [
    'nothing at all by the house, and the next price',
    delivery(
      [staleSample(47), price(300)],
      {
        valid: 0,
        market_stale: 0,
        shortfall: 'house',
        would_be: 'win',
        sum: '0.00000000',
        ...won,
      },
      WON,
      300,
    ),
  ],
];

async function sealed(draft: Draft): Promise<readonly [opening: Receipt, end: Receipt]> {
  const [opening, end] = await sealAll([purchase, draft]);
  if (opening === undefined || end === undefined) throw new Error('two receipts');
  return [opening, end];
}

async function failuresOf(end: Receipt, opening: Receipt): Promise<readonly string[]> {
  const { checks } = await verifyReceipt(end, { previous: opening, opening });
  return checks.filter(({ status }) => status === 'failed').map(({ name }) => name);
}

describe('Q6: a delivery with too few samples', () => {
  test.each(CASES)('%s is right', async (_, draft) => {
    const [opening, end] = await sealed(draft);
    expect(await failuresOf(end, opening)).toEqual([]);
    const { result } = end;
    expect(shortDeliveryOf(end)).toEqual({
      shortfall: result['shortfall'],
      wouldBe: result['would_be'],
      isPaid: result['result'] === 'win',
    });
  });

  test.each(CASES)('%s, with any of its words forged, is not', async (_, draft) => {
    const [opening, end] = await sealed(draft);
    const others: Record<string, unknown> = {
      market_stale: Number(end.result['market_stale']) + 1,
      shortfall: end.result['shortfall'] === 'house' ? 'market' : 'house',
      would_be: end.result['would_be'] === 'win' ? 'lose' : 'win',
      result: end.result['result'] === 'win' ? 'refunded' : 'win',
    };
    for (const [name, value] of Object.entries(others)) {
      for (const forged of [value, undefined]) {
        const made = await reseal(withValue(end, `result.${name}`, forged));
        if (forged === undefined && end.result[name] === undefined) continue;
        expect(await failuresOf(made, opening), name).not.toEqual([]);
      }
    }
  });

  test('a win that was voided and called a refund is found, amounts and all', async () => {
    const [, draft] = CASES[0] ?? [];
    if (draft === undefined) throw new Error('a case');
    const { delivery_price: _price, outcome: _outcome, ...result } = draft.result;
    const voided: Draft = {
      ...draft,
      result: { ...result, result: 'refunded' },
      details: { ...draft.details, paid: BACK },
    };
    const [opening, end] = await sealed(voided);
    expect(await failuresOf(end, opening)).toEqual(['mean', 'outcome', 'amounts']);
  });

  test('nor does the house go back to the rule of before', async () => {
    const old: Draft = {
      ...delivery([price(46)], { valid: 1, sum: '61000.00000000', result: 'refunded' }, BACK),
    };
    const { refund_rule: _rule, ...terms } = old.terms;
    const [opening, end] = await sealed({ ...old, terms });
    expect(await failuresOf(end, opening)).toEqual(['opening']);
    const { refund_rule: _other, ...before } = OPTION;
    const chain = await sealAll([purchase, { ...purchase, terms: before }]);
    const verifier = new ChainVerifier();
    expect((await verifier.next(chain[0])).isRight).toBe(true);
    expect((await verifier.next(chain[1])).isRight).toBe(false);
  });

  test('a rule that nobody knows is not taken for one', async () => {
    const [opening, end] = await sealed({
      ...(CASES[0]?.[1] ?? purchase),
      terms: { ...(CASES[0]?.[1].terms ?? {}), refund_rule: 3 },
    });
    expect(await failuresOf(end, opening)).toContain('outcome');
  });

  test('a price after the window decides nothing while there is one in it', async () => {
    const [opening, end] = await sealed(
      delivery(
        [sampleOf(46, '60099.00000000'), price(60)],
        {
          valid: 1,
          market_stale: 0,
          shortfall: 'house',
          would_be: 'lose',
          sum: '60099.00000000',
          result: 'refunded',
        },
        BACK,
        60,
      ),
    );
    expect(await failuresOf(end, opening)).toContain('outcome');
  });

  test('an old receipt stays right by the old rule, and is counted by what its samples say', async () => {
    const chain = await honestChain();
    const verifier = new ChainVerifier();
    for (const receipt of chain) expect((await verifier.next(receipt)).isRight).toBe(true);
    const short = chain.flatMap((receipt) => shortDeliveryOf(receipt) ?? []);
    expect(short).toEqual([{ shortfall: 'house', wouldBe: 'win', isPaid: false }]);
  });
});
