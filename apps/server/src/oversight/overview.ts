/** The desk at a glance: what waits and since when, what was traded and what the house kept in fees. */
import type { ResponseOf } from '@fairlead/contract';
import { DAY_MS, divCeil, formatDecimal, MINUTE_MS, PRICE_SCALE } from '@fairlead/units';
import { withdrawalLateMs } from '../core/http/limits.ts';
import { countedSince, type DeskSum, deskSums, TRADED } from './desk-days.ts';
import type { OversightNeeds } from './needs.ts';

type Overview = ResponseOf<'operatorOverview'>;

/** Cents: it is a glance, not the ledger. */
const VALUE_SCALE = 2;

/** One statement, by the indexes of open work. */
const QUEUES = {
  withdrawals: "withdrawals WHERE status = 'under_review'",
  to_send: "withdrawals WHERE status = 'passed' AND send_state IN ('idle', 'signed', 'failed')",
  unknown_sends: "withdrawals WHERE status = 'passed' AND send_state = 'unknown'",
  deposits: "deposits WHERE status = 'under_review' AND kind <> 'chain'",
  verifications: "verifications WHERE status = 'under_review'",
  subscriptions: "subscriptions WHERE status = 'under_review'",
  proposals: "proposals WHERE status = 'open'",
  chats:
    "(SELECT queued_at_ms AS created_at_ms FROM chat_conversations WHERE status = 'waiting') AS c",
} as const satisfies Readonly<Record<Overview['queues'][number]['queue'], string>>;

/** From which age on the oldest is late; of money by the hours that users are told, of a chat by the patience of who waits. */
const lateMsOf = (reviewHours: number): Readonly<Record<keyof typeof QUEUES, number>> => ({
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
  const parts = Object.entries(QUEUES).map(
    ([queue, from]) =>
      `SELECT '${queue}' AS queue, count(*) AS count, min(created_at_ms) AS oldest FROM ${from}`,
  );
  const rows = await database.query<{
    queue: keyof typeof QUEUES;
    count: bigint;
    oldest: bigint | null;
  }>(parts.join(' UNION ALL '));
  const known = new Map(rows.map((row) => [row.queue, row]));
  return (Object.keys(QUEUES) as (keyof typeof QUEUES)[]).map((queue) => {
    const { count = 0n, oldest = null } = known.get(queue) ?? {};
    if (oldest === null) return { queue, count: Number(count), is_late: false };
    const isLate = clock.now() - Number(oldest) >= lateMs[queue];
    return { queue, count: Number(count), oldest_at: Number(oldest), is_late: isLate };
  });
}

export async function overviewOf(needs: OversightNeeds): Promise<Overview> {
  const { clock, database, marketData, terms } = needs;
  const nowMs = clock.now();
  const [queues, sums, since] = await Promise.all([
    queuesOf(needs),
    deskSums(database, nowMs),
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
  const fees = sums.filter(({ kind }) => kind !== TRADED);
  const reasons = [...new Set(fees.map(({ kind }) => kind))];
  return {
    time: nowMs,
    queues,
    spot_traded: summed(sums.filter(({ kind }) => kind === TRADED)),
    fees: summed(fees),
    fees_by_reason: reasons.map((reason) => ({
      reason,
      ...summed(fees.filter(({ kind }) => kind === reason)),
    })),
    unpriced: [...priced]
      .filter(([, price]) => price === undefined)
      .map(([id]) => terms.knownCurrency(id).name),
    ...(since !== undefined && { counted_since: since }),
  };
}
