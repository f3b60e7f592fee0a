/** Price alerts: each waits until it has fired, once. */
import { ALERTS_MAX, type Alert } from '@fairlead/contract';
import { type PriceE8, priceE8 } from '@fairlead/units';
import type { Database, Queryable } from '../../core/store/database.ts';

export interface AlertRow {
  readonly alertId: number;
  readonly userId: number;
  readonly marketId: number;
  readonly direction: Alert['direction'];
  readonly price: PriceE8;
  readonly createdAtMs: number;
  readonly fired?: { readonly atMs: number; readonly price: PriceE8 };
}

interface AlertRecord {
  readonly alert_id: bigint;
  readonly user_id: bigint;
  readonly market_id: number;
  readonly direction: Alert['direction'];
  readonly price_e8: bigint;
  readonly created_at_ms: bigint;
  readonly fired_at_ms: bigint | null;
  readonly fired_price_e8: bigint | null;
}

const COLUMNS = `alert_id, user_id, market_id, direction, price_e8, created_at_ms, fired_at_ms,
  fired_price_e8`;

const toAlert = (row: AlertRecord): AlertRow => ({
  alertId: Number(row.alert_id),
  userId: Number(row.user_id),
  marketId: row.market_id,
  direction: row.direction,
  price: priceE8(row.price_e8),
  createdAtMs: Number(row.created_at_ms),
  ...(row.fired_at_ms !== null &&
    row.fired_price_e8 !== null && {
      fired: { atMs: Number(row.fired_at_ms), price: priceE8(row.fired_price_e8) },
    }),
});

/**
 * Adds an alert; undefined when the user has as many as they may. Of those that fired the newest are kept. The lock
 * lets two calls of one user count one another.
 */
export function insertAlert(
  database: Database,
  alert: Omit<AlertRow, 'alertId' | 'fired'>,
): Promise<AlertRow | undefined> {
  const { userId, marketId, direction, price, createdAtMs } = alert;
  return database.transaction(async (transaction) => {
    await transaction.query('SELECT FROM users WHERE user_id = $1 FOR NO KEY UPDATE', [userId]);
    await transaction.query(
      `DELETE FROM price_alerts WHERE user_id = $1 AND fired_at_ms IS NOT NULL
         AND alert_id NOT IN (SELECT alert_id FROM price_alerts
           WHERE user_id = $1 AND fired_at_ms IS NOT NULL ORDER BY alert_id DESC LIMIT $2)`,
      [userId, ALERTS_MAX],
    );
    const [row] = await transaction.query<AlertRecord>(
      `INSERT INTO price_alerts (user_id, market_id, direction, price_e8, created_at_ms)
       SELECT $1::bigint, $2::integer, $3::text, $4::bigint, $5::bigint
       WHERE (SELECT count(*) FROM price_alerts WHERE user_id = $1 AND fired_at_ms IS NULL) < $6
       RETURNING ${COLUMNS}`,
      [userId, marketId, direction, price, createdAtMs, ALERTS_MAX],
    );
    return row && toAlert(row);
  });
}

/** Takes an alert of this user away; false when there is none of the id. */
export async function deleteAlert(
  source: Queryable,
  userId: number,
  alertId: number,
): Promise<boolean> {
  const rows = await source.query(
    'DELETE FROM price_alerts WHERE alert_id = $1 AND user_id = $2 RETURNING alert_id',
    [alertId, userId],
  );
  return rows.length > 0;
}

/** A user's own: those that wait, then the last that fired, newest first of each. */
export async function alertsOf(
  source: Queryable,
  { userId, marketId }: { readonly userId: number; readonly marketId: number | undefined },
): Promise<AlertRow[]> {
  const rows = await source.query<AlertRecord>(
    `SELECT ${COLUMNS} FROM price_alerts
     WHERE user_id = $1 AND ($2::integer IS NULL OR market_id = $2)
     ORDER BY fired_at_ms IS NOT NULL, fired_at_ms DESC, alert_id DESC LIMIT $3`,
    [userId, marketId ?? null, 2 * ALERTS_MAX],
  );
  return rows.map(toAlert);
}

/** All that wait: what a start reads. */
export async function waitingAlerts(source: Queryable): Promise<AlertRow[]> {
  const rows = await source.query<AlertRecord>(
    `SELECT ${COLUMNS} FROM price_alerts WHERE fired_at_ms IS NULL ORDER BY alert_id`,
  );
  return rows.map(toAlert);
}

/** Those that fired of late: what a start tells again. */
export async function firedAlerts(source: Queryable, fromMs: number): Promise<AlertRow[]> {
  const rows = await source.query<AlertRecord>(
    `SELECT ${COLUMNS} FROM price_alerts WHERE fired_at_ms >= $1 ORDER BY fired_at_ms, alert_id`,
    [fromMs],
  );
  return rows.map(toAlert);
}

export interface Firing {
  readonly alertId: number;
  readonly price: PriceE8;
}

/** Fires alerts that still wait, and gives those: whoever else tries finds none. */
export async function fireAlerts(
  source: Queryable,
  firings: readonly Firing[],
  nowMs: number,
): Promise<AlertRow[]> {
  const rows = await source.query<AlertRecord>(
    `UPDATE price_alerts SET fired_at_ms = $3, fired_price_e8 = firing.price
     FROM unnest($1::bigint[], $2::bigint[]) AS firing (id, price)
     WHERE alert_id = firing.id AND fired_at_ms IS NULL RETURNING ${COLUMNS}`,
    [firings.map(({ alertId }) => alertId), firings.map(({ price }) => price), nowMs],
  );
  return rows.map(toAlert).sort((left, right) => left.alertId - right.alertId);
}
