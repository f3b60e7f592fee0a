/** What a reviewer weighs a user's request by: how old what guards the account is, and what has come in and gone out. */
import type { Queryable } from '../core/store/database.ts';

export interface Background {
  readonly passwordChangedAtMs: number | undefined;
  readonly fundPasswordChangedAtMs: number | undefined;
  readonly devices: number;
  /** When a device was first seen beside an older one. */
  readonly newDeviceAtMs: number | undefined;
  /** All time, by currency. */
  readonly totals: readonly {
    readonly currencyId: number;
    readonly deposited: bigint;
    readonly withdrawn: bigint;
  }[];
}

const number = (value: bigint | null | undefined): number | undefined =>
  value === null || value === undefined ? undefined : Number(value);

export async function backgroundOf(source: Queryable, userId: number): Promise<Background> {
  const [row] = await source.query<
    Record<'password' | 'fund' | 'device', bigint | null> & { devices: bigint }
  >(
    `SELECT password_changed_at_ms AS password,
       (SELECT changed_at_ms FROM fund_passwords WHERE fund_passwords.user_id = users.user_id) AS fund,
       (SELECT count(*) FROM known_devices WHERE known_devices.user_id = users.user_id) AS devices,
       (SELECT max(first_seen_at_ms) FROM known_devices WHERE known_devices.user_id = users.user_id) AS device
     FROM users WHERE user_id = $1`,
    [userId],
  );
  const sums = await source.query<{ currency_id: number; deposited: string; withdrawn: string }>(
    `SELECT currency_id, sum(deposited)::text AS deposited, sum(withdrawn)::text AS withdrawn FROM (
       SELECT currency_id, credited_minor AS deposited, 0 AS withdrawn FROM deposits
         WHERE owner_id = $1 AND status = 'passed'
       UNION ALL
       SELECT currency_id, 0, amount_minor FROM withdrawals
         WHERE owner_id = $1 AND status = 'passed' AND send_state <> 'refunded') AS moved
     GROUP BY currency_id ORDER BY currency_id`,
    [userId],
  );
  const devices = Number(row?.devices ?? 0n);
  return {
    passwordChangedAtMs: number(row?.password),
    fundPasswordChangedAtMs: number(row?.fund),
    devices,
    newDeviceAtMs: devices > 1 ? number(row?.device) : undefined,
    totals: sums.map((sum) => ({
      currencyId: sum.currency_id,
      deposited: BigInt(sum.deposited),
      withdrawn: BigInt(sum.withdrawn),
    })),
  };
}
