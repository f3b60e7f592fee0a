/** Which kinds a user wants to be told of, and where, as far as it differs from the defaults. */
import {
  type NotificationKind,
  type NotificationSetting,
  zNotificationKind,
} from '@fairlead/contract';
import type { Queryable } from '../core/store/database.ts';

export interface SettingRow extends NotificationSetting {
  readonly userId: number;
}

interface SettingRecord {
  readonly user_id: bigint;
  readonly kind: string;
  readonly inbox: boolean;
  readonly push: boolean;
}

/** All that was ever set, for the copy in memory; a kind that this program does not know is left out. */
export async function readNotificationSettings(source: Queryable): Promise<SettingRow[]> {
  const rows = await source.query<SettingRecord>(
    'SELECT user_id, kind, inbox, push FROM notification_settings',
  );
  return rows.flatMap(({ user_id, kind, inbox, push }) => {
    const known = zNotificationKind.safeParse(kind);
    return known.success ? [{ userId: Number(user_id), kind: known.data, inbox, push }] : [];
  });
}

export interface SettingChange {
  readonly userId: number;
  readonly kind: NotificationKind;
  readonly inbox: boolean | undefined;
  readonly push: boolean | undefined;
  /** What holds where nothing was set before. */
  readonly defaults: { readonly inbox: boolean; readonly push: boolean };
}

/** Sets what is given and leaves the rest; gives what holds now. */
export async function saveNotificationSetting(
  source: Queryable,
  { userId, kind, inbox, push, defaults }: SettingChange,
): Promise<NotificationSetting> {
  const [row] = await source.query<SettingRecord>(
    `INSERT INTO notification_settings AS kept (user_id, kind, inbox, push)
     VALUES ($1, $2, coalesce($3::boolean, $5::boolean), coalesce($4::boolean, $6::boolean))
     ON CONFLICT (user_id, kind) DO UPDATE
       SET inbox = coalesce($3::boolean, kept.inbox), push = coalesce($4::boolean, kept.push)
     RETURNING user_id, kind, inbox, push`,
    [userId, kind, inbox ?? null, push ?? null, defaults.inbox, defaults.push],
  );
  return { kind, inbox: row?.inbox ?? defaults.inbox, push: row?.push ?? defaults.push };
}
