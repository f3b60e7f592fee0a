/** Days of a market's quality: sums that only grow. */
import type { Queryable } from '../core/store/database.ts';
import { Conditions, type Page, type PageRequest, readPage } from '../core/store/pages.ts';
import type { QualitySums } from './quality.ts';

export interface MarketDay extends QualitySums {
  readonly dayMs: number;
  /** Windows that were not looked at. */
  readonly skipped: number;
}

/** Adds what a span came to. */
export async function addToDay(
  target: Queryable,
  { marketId, dayMs }: { readonly marketId: number; readonly dayMs: number },
  sums: QualitySums,
): Promise<void> {
  const columns = [
    ...[
      'samples',
      'two_sided',
      'spread_ppm',
      'depth_10_minor',
      'depth_50_minor',
      'depth_100_minor',
    ],
    ...['orders', 'taken_back', 'ordered_lots', 'filled_lots', 'trades', 'notional_minor'],
    ...['house_maker_minor', 'house_both_minor', 'measured_minor'],
    ...['effective_ppm_minor', 'realised_ppm_minor'],
  ];
  const grown = columns
    .map((name) => `${name} = market_days.${name} + excluded.${name}`)
    .join(', ');
  const places = columns.map((_, at) => `$${at + 3}`).join(', ');
  await target.query(
    `INSERT INTO market_days (market_id, day_ms, ${columns.join(', ')}) VALUES ($1, $2, ${places})
     ON CONFLICT (market_id, day_ms) DO UPDATE SET ${grown}`,
    [
      ...[marketId, dayMs, sums.samples, sums.twoSided, sums.spreadPpm, ...sums.depthsMinor],
      ...[sums.orders, sums.takenBack, sums.orderedLots, sums.filledLots],
      ...[sums.trades, sums.notionalMinor, sums.houseMakerMinor, sums.houseBothMinor],
      ...[sums.measuredMinor, sums.effectivePpmMinor, sums.realisedPpmMinor],
    ],
  );
}

/** Counts a window that held more than is looked at. */
export async function addSkipped(
  target: Queryable,
  { marketId, dayMs }: { readonly marketId: number; readonly dayMs: number },
): Promise<void> {
  await target.query(
    `INSERT INTO market_days (market_id, day_ms, samples, two_sided, spread_ppm, depth_10_minor, depth_50_minor,
       depth_100_minor, orders, taken_back, ordered_lots, filled_lots, trades, notional_minor, house_maker_minor,
       house_both_minor, measured_minor, effective_ppm_minor, realised_ppm_minor, skipped)
     VALUES ($1, $2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1)
     ON CONFLICT (market_id, day_ms) DO UPDATE SET skipped = market_days.skipped + 1`,
    [marketId, dayMs],
  );
}

interface DayRecord {
  readonly skipped: bigint;
  readonly day_ms: bigint;
  readonly samples: bigint;
  readonly two_sided: bigint;
  readonly spread_ppm: string;
  readonly depth_10_minor: string;
  readonly depth_50_minor: string;
  readonly depth_100_minor: string;
  readonly orders: bigint;
  readonly taken_back: bigint;
  readonly ordered_lots: string;
  readonly filled_lots: string;
  readonly trades: bigint;
  readonly notional_minor: string;
  readonly house_maker_minor: string;
  readonly house_both_minor: string;
  readonly measured_minor: string;
  readonly effective_ppm_minor: string;
  readonly realised_ppm_minor: string;
}

export function daysPage(
  source: Queryable,
  { marketId, ...page }: PageRequest & { readonly marketId: number },
): Promise<Page<MarketDay>> {
  const where = new Conditions().add('market_id =', marketId);
  return readPage<DayRecord, MarketDay>(
    source,
    { columns: '*', from: 'market_days', where, orderBy: 'day_ms DESC' },
    page,
    (row) => ({
      dayMs: Number(row.day_ms),
      skipped: Number(row.skipped),
      samples: Number(row.samples),
      twoSided: Number(row.two_sided),
      spreadPpm: BigInt(row.spread_ppm),
      depthsMinor: [
        BigInt(row.depth_10_minor),
        BigInt(row.depth_50_minor),
        BigInt(row.depth_100_minor),
      ],
      orders: Number(row.orders),
      takenBack: Number(row.taken_back),
      orderedLots: BigInt(row.ordered_lots),
      filledLots: BigInt(row.filled_lots),
      trades: Number(row.trades),
      notionalMinor: BigInt(row.notional_minor),
      houseMakerMinor: BigInt(row.house_maker_minor),
      houseBothMinor: BigInt(row.house_both_minor),
      measuredMinor: BigInt(row.measured_minor),
      effectivePpmMinor: BigInt(row.effective_ppm_minor),
      realisedPpmMinor: BigInt(row.realised_ppm_minor),
    }),
  );
}
