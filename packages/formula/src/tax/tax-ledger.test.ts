/** What each kind of movement is for tax. The worked example is that of docs/internals/tax.md. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { DAY_MS, type PriceE8, priceE8 } from '@fairlead/units';
import { describe, expect, test } from 'vitest';
import {
  type DepositCost,
  figureOf,
  koinlyRows,
  MOVEMENT_RULES,
  type Movement,
  type MovementReason,
  type StatedCost,
  TaxLedger,
  type TaxLine,
  type TaxMethod,
  Valuation,
  YearSums,
} from './index.ts';

const [BTC, USDT, NEW] = [1, 3, 9];
const scaleOf = (currencyId: number): number => (currencyId === USDT ? 6 : 8);
const usdt = (whole: number): bigint => BigInt(Math.round(whole * 1e6));
const btc = (whole: number): bigint => BigInt(Math.round(whole * 1e8));

/** BTC at 100 on day 0, ten more each day; NEW never has a price. */
function priceOn(currencyId: number, day: number): PriceE8 | undefined {
  if (currencyId === USDT) return priceE8(100_000_000n);
  return currencyId === BTC ? priceE8(BigInt(100 + 10 * day) * 100_000_000n) : undefined;
}

interface Options {
  readonly method?: TaxMethod;
  readonly depositCost?: DepositCost;
  readonly stated?: ReadonlyMap<number, StatedCost>;
}

class Story {
  readonly ledger: TaxLedger;
  readonly lines: TaxLine[] = [];
  #entryId = 0;

  constructor({ method = 'fifo', depositCost = 'unknown', stated = new Map() }: Options = {}) {
    const valuation = new Valuation({ priceOn, scaleOf }, USDT);
    this.ledger = new TaxLedger({ method, valuation, depositCost, stated });
  }

  moved(
    reason: MovementReason,
    changes: readonly (readonly [currencyId: number, amount: bigint])[],
    { day = 0, reference = '1', fees = [] as Movement['fees'] } = {},
  ): TaxLine[] {
    this.#entryId += 1;
    const { lines } = this.ledger.apply({
      entryId: this.#entryId,
      timeMs: day * DAY_MS,
      reason,
      reference,
      changes: changes.map(([currencyId, amount]) => ({ currencyId, amount })),
      fees,
    });
    this.lines.push(...lines);
    return [...lines];
  }

  sum(figure: TaxLine['figure']): bigint {
    return this.lines
      .filter((line) => line.figure === figure)
      .reduce((sum, line) => sum + (figureOf(line) ?? 0n), 0n);
  }
}

test('the worked example', () => {
  const story = new Story();
  story.moved('deposit', [[USDT, usdt(1_000)]]);
  story.moved('trade', [
    [USDT, -usdt(100)],
    [BTC, btc(1)],
  ]);
  story.moved(
    'trade',
    [
      [USDT, -usdt(240)],
      [BTC, btc(2)],
    ],
    { day: 1 },
  );
  story.moved('hosting_interest', [[BTC, btc(0.1)]], { day: 2 });
  story.moved(
    'trade',
    [
      [BTC, -btc(1.5)],
      [USDT, usdt(210)],
    ],
    { day: 3 },
  );
  story.moved('futures_close', [[USDT, -usdt(30)]], { day: 3 });
  // 210 for one that cost 100 and a half of what cost 240 for two.
  expect(story.sum('gains')).toBe(usdt(210 - 100 - 60));
  expect(story.sum('interest')).toBe(usdt(12));
  expect(story.sum('futures')).toBe(-usdt(30));
  const [held] = story.ledger.holdings();
  expect(held?.lots.map(({ quantity, cost }) => [quantity, cost])).toEqual([
    [btc(1.5), usdt(180)],
    [btc(0.1), usdt(12)],
  ]);
});

describe('a movement', () => {
  test('between own accounts is nothing', () => {
    expect(new Story().moved('transfer', [])).toEqual([]);
  });

  test('out is no disposal: lots leave with their cost, and come back with it', () => {
    const story = new Story();
    story.moved('hosting_interest', [[BTC, btc(1)]]);
    story.moved('withdrawal', [[BTC, -btc(0.4)]], { reference: 'withdrawal:7' });
    expect(story.sum('gains')).toBe(0n);
    story.moved('withdrawal', [[BTC, btc(0.4)]], { day: 5, reference: 'withdrawal:7:refund' });
    const [held] = story.ledger.holdings();
    expect(held?.lots.every(({ acquiredMs }) => acquiredMs === 0)).toBe(true);
    expect(held?.lots.reduce((sum, { cost }) => sum + (cost ?? 0n), 0n)).toBe(usdt(100));
  });

  test('from outside has no known cost, unless it is stated or one is chosen', () => {
    const costOf = (options: Options) => {
      const story = new Story(options);
      story.moved('deposit', [[BTC, btc(1)]], { day: 1 });
      return story.ledger.holdings()[0]?.lots[0];
    };
    expect(costOf({})?.cost).toBeUndefined();
    expect(costOf({ depositCost: 'zero' })?.cost).toBe(0n);
    expect(costOf({ depositCost: 'day_price' })?.cost).toBe(usdt(110));
    const said = { currencyId: USDT, cost: usdt(5), acquiredMs: 77, day: 0 };
    const stated = new Map([[1, said]]);
    expect(costOf({ stated })).toMatchObject({ cost: usdt(5), acquiredMs: 77, isStated: true });
    // In another currency it is valued at the price of its day, and is not known where that had none.
    const inBtc = { ...said, currencyId: BTC, cost: btc(0.5), day: 2 };
    expect(costOf({ stated: new Map([[1, inBtc]]) })?.cost).toBe(usdt(60));
    const inNew = { ...said, currencyId: NEW };
    expect(costOf({ stated: new Map([[1, inNew]]) })?.cost).toBeUndefined();
  });

  test('of what had no price is in no sum, and says why', () => {
    const story = new Story();
    story.moved('rebate_payout', [[NEW, 500n]]);
    const [line] = story.moved('trade', [
      [NEW, -500n],
      [USDT, usdt(3)],
    ]);
    expect(line).toMatchObject({ figure: 'gains', value: usdt(3), missing: 'cost' });
    expect(story.lines[0]).toMatchObject({ figure: 'rebates', missing: 'price' });
    expect(story.sum('gains') + story.sum('rebates')).toBe(0n);
    const sums = new YearSums();
    for (const each of story.lines) sums.add(each);
    expect(sums.list().map(({ missing }) => missing)).toEqual([1, 1]);
  });

  test('of a chain that takes a deposit back is no loss', () => {
    const story = new Story({ depositCost: 'day_price' });
    story.moved('deposit', [[BTC, btc(1)]]);
    story.moved('correction', [[BTC, -btc(1)]], { day: 2, reference: 'reversal:9' });
    expect(story.sum('corrections') + story.sum('gains')).toBe(0n);
    expect(story.lines.map(({ figure }) => figure)).toEqual(['deposits', 'deposits']);
  });

  test('of what has a known and an unknown cost is two disposals, that share what it brought', () => {
    const story = new Story();
    story.moved('hosting_interest', [[BTC, btc(1)]]);
    story.moved('deposit', [[BTC, btc(1)]], { day: 1 });
    const sold = story.moved(
      'trade',
      [
        [BTC, -btc(2)],
        [USDT, usdt(300)],
      ],
      { day: 2 },
    );
    expect(sold.map(({ value, gain, missing }) => [value, gain, missing])).toEqual([
      [usdt(150), usdt(50), undefined],
      [usdt(150), undefined, 'cost'],
    ]);
  });

  test('by a contract in another currency than the account’s disposes of it at the day', () => {
    const story = new Story({ depositCost: 'day_price' });
    story.moved('deposit', [[BTC, btc(1)]]);
    story.moved('option_purchase', [[BTC, -btc(0.5)]], { day: 5 });
    expect(story.sum('options')).toBe(-usdt(75));
    expect(story.sum('gains')).toBe(usdt(75 - 50));
  });
});

test('the documented table is the one that is reckoned by', () => {
  const page = path.join(import.meta.dirname, '../../../../docs/internals/tax.md');
  const rows = [
    ...readFileSync(page, 'utf8').matchAll(
      /^\| (\w+) \| (own|exchange|outside|income|result) \| (\w*) ?\|$/gm,
    ),
  ];
  const figureOfRule = (reason: MovementReason): string => {
    const rule = MOVEMENT_RULES[reason];
    if ('figure' in rule) return rule.figure;
    if (rule.treat === 'own') return '';
    if (rule.treat === 'exchange') return 'gains';
    return reason === 'withdrawal' ? 'withdrawals' : 'deposits';
  };
  expect(rows.map(([, reason, treat, figure]) => [reason, treat, figure])).toEqual(
    (Object.keys(MOVEMENT_RULES) as MovementReason[]).map((reason) => [
      reason,
      MOVEMENT_RULES[reason].treat,
      figureOfRule(reason),
    ]),
  );
});

test('each kind of movement is one that can be applied and written', () => {
  const words = {
    nameOf: String,
    scaleOf,
    currencyId: USDT,
    exchange: 'X',
    dateOf: String,
    timeOf: String,
    utcOf: String,
  };
  for (const reason of Object.keys(MOVEMENT_RULES) as MovementReason[]) {
    const movement: Movement = {
      entryId: 1,
      timeMs: 0,
      reason,
      reference: '1',
      changes: reason === 'transfer' ? [] : [{ currencyId: USDT, amount: 5n }],
      fees: [],
    };
    const rule = MOVEMENT_RULES[reason];
    const valuation = new Valuation({ priceOn, scaleOf }, USDT);
    const terms = { method: 'fifo', valuation, depositCost: 'unknown', stated: new Map() } as const;
    const { lines } = new TaxLedger(terms).apply(movement);
    const figure = 'figure' in rule ? [rule.figure] : [];
    if (rule.treat === 'income' || rule.treat === 'result')
      expect(lines.map((line) => line.figure)).toEqual(figure);
    expect(koinlyRows(movement, words)).toHaveLength(movement.changes.length);
  }
});
