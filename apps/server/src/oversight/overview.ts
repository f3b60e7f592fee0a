/** The desk at a glance: what waits and since when, what was traded and what the house kept in fees. */
import type { ResponseOf } from '@fairlead/contract';
import { DAY_MS, divCeil, formatDecimal, MINUTE_MS, PRICE_SCALE } from '@fairlead/units';
import { PRODUCT_ENGINES, type ProductEngine } from '../core/config/engines.ts';
import { withdrawalLateMs } from '../core/http/limits.ts';
import { answered } from '../core/operations/metrics.ts';
import { countedSince, type DeskSum, deskSums, TRADED, VOLUMES } from './desk-day-queries.ts';
import type { OversightNeeds } from './needs.ts';
import { type QueueName, waitingOf } from './overview-queries.ts';

type Overview = ResponseOf<'operatorOverview'>;

/** Cents: it is a glance, not the ledger. */
const VALUE_SCALE = 2;

/** From which age on the oldest is late; of money by the hours that users are told, of a chat by the patience of who waits. */
const lateMsOf = (reviewHours: number): Readonly<Record<QueueName, number>> => ({
  withdrawals: withdrawalLateMs(reviewHours),
  to_send: withdrawalLateMs(reviewHours),
  unknown_sends: 0,
  deposits: withdrawalLateMs(reviewHours),
  verifications: DAY_MS,
  subscriptions: DAY_MS,
  proposals: DAY_MS,
  chats: 10 * MINUTE_MS,
});

async function queuesOf({ clock, config, database }: OversightNeeds): Promise<Overview['queues']> {
  const lateMs = lateMsOf(config.reviewHours);
  return (await waitingOf(database)).map(({ queue, count, oldestMs }) => {
    if (oldestMs === undefined) return { queue, count, is_late: false };
    const isLate = clock.now() - oldestMs >= lateMs[queue];
    return { queue, count, oldest_at: oldestMs, is_late: isLate };
  });
}

/** A glance waits for no product: one whose database is away or hangs is named, and in none of the sums. */
async function sumsOfAll(
  { everyBooks, database }: Pick<OversightNeeds, 'everyBooks' | 'database'>,
  nowMs: number,
): Promise<{ readonly sums: DeskSum[]; readonly missing: ProductEngine[] }> {
  const products = everyBooks().slice(1);
  const [own, ...theirs] = await Promise.all([
    deskSums(database, nowMs),
    ...products.map((books) => answered(deskSums(books, nowMs))),
  ]);
  const missing = PRODUCT_ENGINES.slice(0, theirs.length).filter(
    (_, at) => theirs[at] === undefined,
  );
  return { sums: [...own, ...theirs.flatMap((rows) => rows ?? [])], missing };
}

export async function overviewOf(needs: OversightNeeds): Promise<Overview> {
  const { clock, database, marketData, terms } = needs;
  const nowMs = clock.now();
  const [queues, { sums, missing }, since] = await Promise.all([
    queuesOf(needs),
    sumsOfAll(needs, nowMs),
    countedSince(database),
  ]);
  const priced = new Map(
    [...new Set(sums.map(({ currencyId }) => currencyId))].map((id) => [
      id,
      marketData.usdtPrice(id),
    ]),
  );
  const worth = (rows: readonly DeskSum[], when: 'today' | 'week'): string => {
    const values = rows.map(({ currencyId, [when]: amount }) => {
      const price = priced.get(currencyId);
      if (price === undefined) return 0n;
      const { scale } = terms.knownCurrency(currencyId);
      return divCeil(amount * price, 10n ** BigInt(scale + PRICE_SCALE - VALUE_SCALE));
    });
    return formatDecimal(
      values.reduce((sum, value) => sum + value, 0n),
      VALUE_SCALE,
    );
  };
  const summed = (rows: readonly DeskSum[]) => ({
    today: worth(rows, 'today'),
    week: worth(rows, 'week'),
  });
  const volumes: ReadonlySet<string> = new Set(VOLUMES);
  const fees = sums.filter(({ kind }) => !volumes.has(kind));
  const ofKind = (wanted: (typeof VOLUMES)[number]) =>
    summed(sums.filter(({ kind }) => kind === wanted));
  const reasons = [...new Set(fees.map(({ kind }) => kind))];
  return {
    time: nowMs,
    queues,
    spot_traded: ofKind(TRADED),
    futures_traded: ofKind('futures'),
    options_bought: ofKind('options'),
    deposited: ofKind('deposited'),
    withdrawn: ofKind('withdrawn'),
    fees: summed(fees),
    fees_by_reason: reasons.map((reason) => ({
      reason,
      ...summed(fees.filter(({ kind }) => kind === reason)),
    })),
    unpriced: [...priced]
      .filter(([, price]) => price === undefined)
      .map(([id]) => terms.knownCurrency(id).name),
    ...(since !== undefined && { counted_since: since }),
    ...(missing.length > 0 && { missing }),
  };
}
