/** What was agreed of open positions: the text that its digest is made of, and the rows that have one. */
import type { PositionRow } from '@fairlead/engine';
import type { Queryable } from '../core/store/database.ts';
import type { AgreedRow } from '../core/store/exchange-tables.ts';
import { POSITION_COLUMNS, type PositionRecord, toPosition } from './record.ts';

const ROWS_PER_PAGE = 2_000;

type Digested = PositionRecord & { readonly agreed_digest: string | null };

/**
 * What never changes of it, and what its owner may change: the digest follows the row. What nobody changed is said as it was
 * before anybody could.
 */
export const agreedPosition = (row: PositionRow): string =>
  `position|${row.positionId}|${row.owner}|${row.marketId}|${row.currencyId}|${row.side}|${row.type}|${row.lots}|${row.lotBaseMinor}|${row.multiple}|${row.maintenanceRatePpm}|${row.openFeePpm}|${row.closeFeePpm}|${row.insuranceSharePpm}|${row.halfSpreadPpm}|${row.priceStepE8}|${row.profitCapMultiple}|${row.status}|${row.price}|${row.openPrice}|${row.takeProfit}|${row.stopLoss}|${row.margin}|${row.openFee}|${row.createdAtMs}|${row.clientOrderId}${changesOf(row)}`;

function changesOf({ marginAdded, changeReceiptId, levels = [] }: PositionRow): string {
  if (marginAdded === undefined && changeReceiptId === undefined && levels.length === 0) return '';
  const stops = levels.map(
    ({ levelId, stop, price, lots }) => `${levelId}:${stop}:${price}:${lots}`,
  );
  return `|${marginAdded}|${changeReceiptId}|${stops.join()}`;
}

/** Every position that waits or holds. */
export async function* readAgreedPositions(
  source: Queryable,
): AsyncGenerator<readonly AgreedRow[]> {
  for (let after = 0n; ; ) {
    const rows = await source.query<Digested>(
      `SELECT ${POSITION_COLUMNS}, agreed_digest FROM positions
       WHERE status IN ('waiting', 'holding') AND keeps_account('contract') AND position_id > $1
       ORDER BY position_id LIMIT ${ROWS_PER_PAGE}`,
      [after],
    );
    yield rows.map(toAgreed);
    const last = rows.at(-1);
    if (last === undefined || rows.length < ROWS_PER_PAGE) return;
    after = last.position_id;
  }
}

function toAgreed(record: Digested): AgreedRow {
  const row = toPosition(record);
  const { positionId, owner, price, takeProfit, stopLoss } = row;
  return {
    id: positionId,
    agreed: agreedPosition(row),
    digest: record.agreed_digest ?? undefined,
    subject: `position ${positionId} of owner ${owner}: is not what was agreed, says limit ${price}, stops ${takeProfit} and ${stopLoss}`,
  };
}
