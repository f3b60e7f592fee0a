/** The log of security acts: rows are added and, after a year, forgotten; never changed. */
import type { SecurityActKind } from '@fairlead/contract';
import type { Queryable } from '../../core/store/database.ts';
import { Conditions, type Page, type PageRequest, readPage } from '../../core/store/pages.ts';

export interface SecurityActRow {
  readonly actId: number;
  readonly kind: SecurityActKind;
  readonly detail: string;
  readonly ip: string;
  readonly device: string;
  readonly timeMs: number;
}

interface SecurityActRecord {
  readonly act_id: bigint;
  readonly kind: SecurityActKind;
  readonly detail: string;
  readonly ip: string;
  readonly device: string;
  readonly time_ms: bigint;
}

const toAct = (row: SecurityActRecord): SecurityActRow => ({
  actId: Number(row.act_id),
  kind: row.kind,
  detail: row.detail,
  ip: row.ip,
  device: row.device,
  timeMs: Number(row.time_ms),
});

/** Whose it is: by number, or by the account that was named, of which there may be none. */
export type ActOwner = { readonly userId: number } | { readonly account: string };

/** Adds one; the same statement where there is no such account, so that nobody learns which there are. */
export async function insertAct(
  source: Queryable,
  owner: ActOwner,
  act: Omit<SecurityActRow, 'actId'>,
): Promise<void> {
  const [column, value] =
    'userId' in owner
      ? (['user_id', owner.userId] as const)
      : (['account', owner.account] as const);
  await source.query(
    `INSERT INTO security_acts (user_id, kind, detail, ip, device, time_ms)
     SELECT user_id, $2, $3, $4, $5, $6 FROM users WHERE ${column} = $1 AND NOT is_bot`,
    [value, act.kind, act.detail, act.ip, act.device, act.timeMs],
  );
}

export function actsPage(
  source: Queryable,
  userId: number,
  request: PageRequest,
): Promise<Page<SecurityActRow>> {
  const listing = {
    columns: 'act_id, kind, detail, ip, device, time_ms',
    from: 'security_acts',
    where: new Conditions().add('user_id =', userId),
    orderBy: 'act_id DESC',
  };
  return readPage(source, listing, request, toAct);
}

export async function deleteActsBefore(source: Queryable, timeMs: number): Promise<void> {
  await source.query('DELETE FROM security_acts WHERE time_ms < $1', [timeMs]);
}
