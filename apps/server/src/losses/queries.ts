/** What ends with a declared loss: everything that a change which is gone may have ended before. */
import type { Queryable } from '../core/store/database.ts';
import { readSetting, writeSetting } from '../core/store/settings-queries.ts';

const SETTING = 'loss_settled';

export interface EndedAccess {
  readonly sessions: number;
  readonly operatorSessions: number;
  readonly apiKeys: number;
}

/** How far a loss is settled: access has ended, and users up to an id are told. */
export interface SettledLoss {
  readonly receiptId: number;
  readonly toldTo: number;
  /** Of what ended, for whoever looks. */
  readonly ended: EndedAccess;
}

export async function readSettledLoss(source: Queryable): Promise<SettledLoss | undefined> {
  return (await readSetting(source, SETTING)) as SettledLoss | undefined;
}

export function writeSettledLoss(
  target: Queryable,
  settled: SettledLoss,
  nowMs: number,
): Promise<void> {
  return writeSetting(target, SETTING, { value: JSON.stringify(settled), nowMs });
}

/** Ends all sessions, of users and of operators, and all API keys; webhooks are paused. */
export async function endAllAccess(transaction: Queryable, nowMs: number): Promise<EndedAccess> {
  const [row] = await transaction.query<Record<'users' | 'operators' | 'keys', bigint>>(
    `WITH users AS (DELETE FROM sessions RETURNING 1),
       operators AS (DELETE FROM operator_sessions RETURNING 1),
       keys AS (UPDATE api_keys SET revoked_at_ms = $1 WHERE revoked_at_ms IS NULL RETURNING 1),
       paused AS (UPDATE webhooks SET paused_at_ms = $1 WHERE paused_at_ms IS NULL RETURNING 1)
     SELECT (SELECT count(*) FROM users) AS users, (SELECT count(*) FROM operators) AS operators,
       (SELECT count(*) FROM keys) AS keys`,
    [nowMs],
  );
  return {
    sessions: Number(row?.users ?? 0),
    operatorSessions: Number(row?.operators ?? 0),
    apiKeys: Number(row?.keys ?? 0),
  };
}

/** People after an id, in the order of ids: each once, however many accounts they have. */
export async function peopleAfter(
  source: Queryable,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<number[]> {
  const rows = await source.query<{ user_id: bigint }>(
    `SELECT user_id FROM users WHERE user_id > $1 AND user_id < 268435456 AND NOT is_bot
     ORDER BY user_id LIMIT $2`,
    [after, limit],
  );
  return rows.map(({ user_id }) => Number(user_id));
}

/** When the newest loss was declared; undefined where none was. */
export async function lastLossAt(source: Queryable): Promise<number | undefined> {
  const [row] = await source.query<{ time_ms: bigint }>(
    `SELECT time_ms FROM receipts WHERE kind = 'loss' ORDER BY receipt_id DESC LIMIT 1`,
  );
  return row && Number(row.time_ms);
}
