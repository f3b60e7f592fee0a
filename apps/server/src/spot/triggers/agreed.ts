/** What was agreed of orders that wait for a price: the text that its digest is made of, and the rows that have one. */
import type { TriggerRow } from '@fairlead/engine';
import type { Queryable } from '../../core/store/database.ts';
import type { AgreedRow } from '../../core/store/exchange-tables.ts';
import { TRIGGER_COLUMNS, type TriggerRecord, toTrigger } from './record.ts';

const ROWS_PER_PAGE = 2_000;

type Digested = TriggerRecord & { readonly agreed_digest: string | null };

/** What it waits for: a price, or a distance, where that begins, and where it has led so far; of a list whether it waits, and since when. */
const priceOf = (row: TriggerRow): string =>
  row.listId === undefined
    ? `${priceAlone(row)}${row.sinceId === undefined ? '' : ` since ${row.sinceId}`}`
    : `${priceAlone(row)} of list ${row.listId} ${row.status} since ${row.sinceId}`;

const priceAlone = (row: TriggerRow): string =>
  row.trailPpm === undefined
    ? `${row.triggerPrice}`
    : `${row.trailPpm} from ${row.activationPrice} to ${row.triggerPrice} of ${row.bestPrice} at ${row.bestAtMs}`;

/** What was placed, and of a trailing stop where it stands: it is digested anew with each move. The name that its owner gave it comes last: it may hold anything. */
export const agreedTrigger = (row: TriggerRow): string => textOf(row, priceOf(row));

/** As it was digested before that said whether one of a list waits. */
const agreedBefore = (row: TriggerRow): string =>
  textOf(row, `${priceAlone(row)} of list ${row.listId}`);

const textOf = (row: TriggerRow, price: string): string =>
  `trigger|${row.triggerId}|${row.owner}|${row.marketId}|${row.side}|${row.triggerKind}|${row.triggerBy}|${price}|${row.type}|${row.timeInForce}|${row.price}|${row.quantity}|${row.amount}|${row.makerFeePpm}|${row.takerFeePpm}|${row.createdAtMs}${besideOf(row)}|${row.clientOrderId}`;

/** Nothing of what has none of these: the digest of those stays what it was. */
const besideOf = ({ display, selfTrade, expiresAtMs }: TriggerRow): string =>
  display === undefined && selfTrade === undefined && expiresAtMs === undefined
    ? ''
    : ` shows ${display} as ${selfTrade} until ${expiresAtMs}`;

/** Every one that waits, by owner and id. */
export async function* readAgreedTriggers(source: Queryable): AsyncGenerator<readonly AgreedRow[]> {
  for (let after = [0n, 0n]; ; ) {
    const rows = await source.query<Digested>(
      `SELECT ${TRIGGER_COLUMNS}, agreed_digest FROM trigger_orders
       WHERE status IN ('waiting', 'pending') AND (owner_id, trigger_id) > ($1, $2)
       ORDER BY owner_id, trigger_id LIMIT ${ROWS_PER_PAGE}`,
      after,
    );
    yield rows.map(toAgreed);
    const last = rows.at(-1);
    if (last === undefined || rows.length < ROWS_PER_PAGE) return;
    after = [last.owner_id, last.trigger_id];
  }
}

function toAgreed(record: Digested): AgreedRow {
  const row = toTrigger(record);
  const { triggerId, owner, side, quantity, amount, triggerPrice, listId } = row;
  return {
    id: triggerId,
    agreed: agreedTrigger(row),
    ...(listId !== undefined && { before: agreedBefore(row) }),
    digest: record.agreed_digest ?? undefined,
    subject: `trigger order ${triggerId} of owner ${owner}: is not what was placed, says ${side} ${quantity ?? amount} at ${triggerPrice}${listId === undefined ? '' : `, ${row.status}`}`,
  };
}
