/** A file of many entries leaves others their turns, and its parts are the whole. */
import { TAX_FILES } from '@fairlead/contract';
import { type Applied, type Movement, TaxLedger, Valuation } from '@fairlead/formula/tax';
import { DAY_MS, MINUTE_MS, priceE8 } from '@fairlead/units';
import { expect, test } from 'vitest';
import { textsOf } from '../../core/texts/texts.ts';
import { timeZone } from '../calendar-days.ts';
import { taxFilePart } from './tax-files.ts';

const [BTC, USDT] = [1, 3];
const FROM_MS = Date.parse('2025-12-31T15:00:00Z');
const say = textsOf('en');
const query = {
  year: 2026,
  currency: { currencyId: USDT },
  zone: timeZone('Asia/Tokyo', say),
  say,
};
const terms = {
  knownCurrency: (currencyId: number) =>
    currencyId === BTC
      ? { currencyId, name: 'BTC', fullName: 'Bitcoin', scale: 8, isEnabled: true }
      : { currencyId, name: 'USDT', fullName: 'Tether', scale: 6, isEnabled: true },
};

/** A deposit, then each minute a purchase and a sale. */
function movementAt(at: number): Movement {
  const entry = { entryId: at + 1, timeMs: FROM_MS + at * MINUTE_MS, reference: `${at}`, fees: [] };
  if (at === 0)
    return { ...entry, reason: 'deposit', changes: [{ currencyId: USDT, amount: 1_000_000_000n }] };
  const sign = at % 2 === 1 ? 1n : -1n;
  const changes = [
    { currencyId: BTC, amount: sign * 10n },
    { currencyId: USDT, amount: -sign * 1_000n },
  ];
  return { ...entry, reason: 'trade', changes };
}

function yearOf(entries: number) {
  const prices = { priceOn: () => priceE8(100_000_000n), scaleOf: () => 6 };
  const valuation = new Valuation(prices, USDT);
  const ledger = new TaxLedger({
    method: 'fifo',
    valuation,
    depositCost: 'zero',
    stated: new Map(),
  });
  const applied: Applied[] = [];
  for (let at = 0; at < entries; at += 1) applied.push(ledger.apply(movementAt(at)));
  const [fromMs, toMs] = [FROM_MS, FROM_MS + 365 * DAY_MS];
  return {
    ...{ fromMs, toMs, asOfMs: toMs, statedCount: 0, opening: [], applied },
    ...{ closing: ledger.holdings(), holdings: [] },
  };
}

const request = { query, exchange: 'TEST', terms } as const;

test.each(TAX_FILES)(
  'a %s file of a thousand entries leaves others their turns',
  async (format) => {
    let [turns, isDone] = [0, false];
    const others = (): void => {
      turns += 1;
      if (!isDone) setImmediate(others);
    };
    setImmediate(others);
    await taxFilePart({ ...request, year: yearOf(1_000), format, after: 0 });
    isDone = true;
    expect(turns).toBeGreaterThan(3);
  },
);

test.each(TAX_FILES)('parts of a %s file are the whole', async (format) => {
  const year = yearOf(50);
  const { text, rows, next } = await taxFilePart({ ...request, year, format, after: 0 });
  expect(next).toBeUndefined();
  let parts = '';
  let count = 0;
  for (let after: number | undefined = 0; after !== undefined; ) {
    const part = await taxFilePart({ ...request, year, format, after }, 7);
    parts += part.text;
    count += part.rows;
    after = part.next === undefined ? undefined : Number(part.next);
  }
  expect([parts, count]).toEqual([text, rows]);
});

test.each(TAX_FILES)('a part of a %s file behind the last entry is refused', async (format) => {
  const year = yearOf(3);
  const part = (after: number) => taxFilePart({ ...request, year, format, after });
  await expect(part(4)).rejects.toMatchObject({ code: 'validation_failed' });
  expect((await part(3)).rows).toBe(0);
});
