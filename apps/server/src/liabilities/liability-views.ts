/** Reserves as the wire has them, and what the house owes beside what it shows. */
import type { ReservesView, ReserveView } from '@fairlead/contract';
import type { Currency } from '@fairlead/engine';
import { amountText } from '../core/http/figures.ts';
import type { Terms } from '../market/index.ts';
import type { StoredSnapshot } from './queries.ts';
import type { Reserve } from './reserve-queries.ts';

function reserveView(reserve: Reserve, currency: Currency): ReserveView {
  const { reserveId, chain, address, message, signature, timeMs, endedAtMs, balance } = reserve;
  return {
    id: reserveId,
    chain,
    address,
    currency: currency.name,
    message,
    signature,
    time: timeMs,
    ...(endedAtMs !== undefined && { ended_at: endedAtMs }),
    ...(balance !== undefined && {
      balance: amountText(balance.amount, currency),
      balance_source: balance.source,
      balance_at: balance.timeMs,
    }),
  };
}

/** All addresses, and for each currency what is owed by a snapshot beside what those in use hold. */
export function reservesView(
  reserves: readonly Reserve[],
  snapshot: StoredSnapshot | undefined,
  terms: Terms,
): ReservesView {
  const list = reserves.map((reserve) =>
    reserveView(reserve, terms.knownCurrency(reserve.currencyId)),
  );
  const compared = (snapshot?.trees ?? []).flatMap(({ currency: name, total }) => {
    const currency = terms.currencyNamed(name);
    if (currency === undefined) return [];
    const used = reserves.filter(
      ({ currencyId, endedAtMs }) => currencyId === currency.currencyId && endedAtMs === undefined,
    );
    const held = sumOf(used);
    const checked = sumOf(used.filter(({ balance }) => balance?.source === 'node'));
    return [
      {
        currency: name,
        liabilities: total,
        reserves: amountText(held, currency),
        checked: amountText(checked, currency),
        is_covered: held >= BigInt(total.replace('.', '')),
      },
    ];
  });
  return { list, ...(snapshot !== undefined && { snapshot_id: snapshot.snapshotId }), compared };
}

const sumOf = (reserves: readonly Reserve[]): bigint =>
  reserves.reduce((sum, { balance }) => sum + (balance?.amount ?? 0n), 0n);
