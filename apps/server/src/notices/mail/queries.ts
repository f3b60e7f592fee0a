/** What users want to be told by mail, when, and what waits to be mailed. */
import {
  MAIL_KIND_OF,
  MAIL_KINDS,
  MAIL_TIMINGS,
  type MailHours,
  type MailKind,
  type MailTiming,
  type MessageKind,
} from '@fairlead/contract';
import type { Queryable } from '../../core/store/database.ts';
import type { WaitingItem } from './plan.ts';

/** Kinds that another program wrote wait for one that knows them. */
const KNOWN = Object.keys(MAIL_KIND_OF);

interface WishRecord {
  readonly user_id: bigint;
  readonly kind: string;
  readonly timing: string;
}

/** All that was ever set, or one user's; a kind that this program does not know is left out. */
export async function readMailWishes(
  source: Queryable,
  userId?: number,
): Promise<{ readonly userId: number; readonly kind: MailKind; readonly timing: MailTiming }[]> {
  const rows = await source.query<WishRecord>(
    `SELECT user_id, kind, timing FROM mail_wishes
     WHERE $1::bigint IS NULL OR user_id = $1`,
    [userId ?? null],
  );
  return rows.flatMap((row) => {
    const kind = MAIL_KINDS.find((each) => each === row.kind);
    const timing = MAIL_TIMINGS.find((each) => each === row.timing);
    if (kind === undefined || timing === undefined) return [];
    return [{ userId: Number(row.user_id), kind, timing }];
  });
}

export async function saveMailWish(
  target: Queryable,
  wish: { readonly userId: number; readonly kind: MailKind; readonly timing: MailTiming },
): Promise<void> {
  await target.query(
    `INSERT INTO mail_wishes (user_id, kind, timing) VALUES ($1, $2, $3)
     ON CONFLICT (user_id, kind) DO UPDATE SET timing = $3`,
    [wish.userId, wish.kind, wish.timing],
  );
}

/** Ends all of a user's, and what waits by them. */
export async function endMailWishes(target: Queryable, userId: number): Promise<void> {
  await target.query("UPDATE mail_wishes SET timing = 'off' WHERE user_id = $1", [userId]);
  await target.query('DELETE FROM mail_items WHERE user_id = $1 AND mailed_at_ms IS NULL', [
    userId,
  ]);
}

interface HoursRecord extends MailHours {
  readonly mailed_at_ms: bigint | null;
}

export interface HoursRow {
  readonly hours: MailHours;
  /** The last mail that came at once. */
  readonly mailedAtMs: number | undefined;
}

const HOURS = 'time_zone, is_quiet, quiet_from, quiet_to, digest_at, mailed_at_ms';

const toHours = ({ mailed_at_ms: mailedAtMs, ...hours }: HoursRecord): HoursRow => ({
  hours,
  mailedAtMs: mailedAtMs === null ? undefined : Number(mailedAtMs),
});

/** Undefined where nothing was ever set. */
export async function readMailHours(
  source: Queryable,
  userId: number,
): Promise<HoursRow | undefined> {
  const [row] = await source.query<HoursRecord>(
    `SELECT ${HOURS} FROM mail_hours WHERE user_id = $1`,
    [userId],
  );
  return row && toHours(row);
}

/** For whoever mails: undefined where another process does, or the user changes something now. */
export async function claimMailHours(
  transaction: Queryable,
  userId: number,
): Promise<HoursRow | undefined> {
  const [row] = await transaction.query<HoursRecord>(
    `SELECT ${HOURS} FROM mail_hours WHERE user_id = $1 FOR UPDATE SKIP LOCKED`,
    [userId],
  );
  return row && toHours(row);
}

/** Locks the user's row, with `first` where there was none; gives what holds. */
export async function lockMailHours(
  transaction: Queryable,
  userId: number,
  first: MailHours,
): Promise<MailHours> {
  await transaction.query(
    `INSERT INTO mail_hours (user_id, time_zone, is_quiet, quiet_from, quiet_to, digest_at)
     VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (user_id) DO NOTHING`,
    [userId, ...valuesOf(first)],
  );
  const [row] = await transaction.query<HoursRecord>(
    `SELECT ${HOURS} FROM mail_hours WHERE user_id = $1 FOR UPDATE`,
    [userId],
  );
  return row === undefined ? first : toHours(row).hours;
}

export async function saveMailHours(
  transaction: Queryable,
  userId: number,
  hours: MailHours,
): Promise<void> {
  await transaction.query(
    `UPDATE mail_hours SET time_zone = $2, is_quiet = $3, quiet_from = $4, quiet_to = $5, digest_at = $6
     WHERE user_id = $1`,
    [userId, ...valuesOf(hours)],
  );
}

const valuesOf = (hours: MailHours): [string, boolean, number, number, number] => [
  hours.time_zone,
  hours.is_quiet,
  hours.quiet_from,
  hours.quiet_to,
  hours.digest_at,
];

/** Has all that waits of a user looked at anew. */
export async function lookAgain(target: Queryable, userId: number, nowMs: number): Promise<void> {
  await target.query(
    'UPDATE mail_items SET due_ms = $2 WHERE user_id = $1 AND mailed_at_ms IS NULL',
    [userId, nowMs],
  );
}

export interface NewMailItem {
  readonly userId: number;
  readonly kind: MessageKind;
  readonly params: Readonly<Record<string, string>>;
  /** Names what it tells of. */
  readonly dedupe: string | undefined;
  readonly happenedAtMs: number;
}

/** Keeps what is to be mailed; false when what it tells of is there, or was mailed. */
export async function insertMailItem(target: Queryable, item: NewMailItem): Promise<boolean> {
  const { userId, kind, params, dedupe, happenedAtMs } = item;
  const rows = await target.query(
    `INSERT INTO mail_items (user_id, kind, params, dedupe, happened_at_ms, due_ms)
     VALUES ($1, $2, $3::text::json, $4, $5, $5)
     ON CONFLICT (user_id, dedupe) WHERE dedupe IS NOT NULL DO NOTHING RETURNING 1`,
    [userId, kind, JSON.stringify(params), dedupe ?? null, happenedAtMs],
  );
  return rows.length > 0;
}

/** Users of whom something is to be looked at, those who wait longest first. */
export async function usersToMail(
  source: Queryable,
  { nowMs, usersMax }: { readonly nowMs: number; readonly usersMax: number },
): Promise<number[]> {
  const rows = await source.query<{ user_id: bigint }>(
    `SELECT user_id FROM mail_items WHERE mailed_at_ms IS NULL AND due_ms <= $1 AND kind = ANY ($3::text[])
     GROUP BY user_id ORDER BY min(due_ms), user_id LIMIT $2`,
    [nowMs, usersMax, KNOWN],
  );
  return rows.map((row) => Number(row.user_id));
}

/**
 * What of a user is to be looked at, in the order in which it happened. The rest has its time, which a change of wishes takes back
 * (`lookAgain`), so that a round does not read a whole day of them.
 */
export async function dueItems(
  source: Queryable,
  userId: number,
  { nowMs, itemsMax }: { readonly nowMs: number; readonly itemsMax: number },
): Promise<WaitingItem[]> {
  const rows = await source.query<{ item_id: bigint; kind: MessageKind; happened_at_ms: bigint }>(
    `SELECT item_id, kind, happened_at_ms FROM mail_items
     WHERE user_id = $1 AND mailed_at_ms IS NULL AND due_ms <= $3 AND kind = ANY ($4::text[])
     ORDER BY item_id LIMIT $2`,
    [userId, itemsMax, nowMs, KNOWN],
  );
  return rows.flatMap(({ item_id, kind, happened_at_ms }) => {
    const of = MAIL_KIND_OF[kind];
    if (of === undefined) return [];
    return [{ itemId: Number(item_id), kind: of, happenedAtMs: Number(happened_at_ms) }];
  });
}

export interface MailedItem {
  readonly kind: MessageKind;
  readonly params: Readonly<Record<string, string>>;
  readonly happenedAtMs: number;
}

/** Of these items, as many as have a line in a mail; the rest, and what is only counted (`more`), as a number. */
export async function itemsOf(
  source: Queryable,
  itemIds: readonly number[],
  linesMax: number,
): Promise<{ readonly items: MailedItem[]; readonly more: number }> {
  const rows = await source.query<{
    kind: MessageKind;
    params: Readonly<Record<string, string>>;
    happened_at_ms: bigint;
  }>(
    `SELECT kind, params, happened_at_ms FROM mail_items
     WHERE item_id = ANY ($1::bigint[]) AND params->>'more' IS NULL ORDER BY item_id LIMIT $2`,
    [itemIds, linesMax],
  );
  const [counted] = await source.query<{ lines: bigint; more: bigint }>(
    `SELECT count(*) FILTER (WHERE params->>'more' IS NULL) AS lines,
       coalesce(sum((params->>'more')::bigint), 0)::bigint AS more
     FROM mail_items WHERE item_id = ANY ($1::bigint[])`,
    [itemIds],
  );
  const items = rows.map((row) => ({
    kind: row.kind,
    params: row.params,
    happenedAtMs: Number(row.happened_at_ms),
  }));
  const more = Number(counted?.lines ?? 0) - items.length + Number(counted?.more ?? 0);
  return { items, more };
}

/** They are in the outbox. Their names stay, so that telling of them again mails nothing. */
export async function noteMailed(
  transaction: Queryable,
  itemIds: readonly number[],
  nowMs: number,
): Promise<void> {
  await transaction.query(
    'UPDATE mail_items SET mailed_at_ms = $2, params = NULL WHERE item_id = ANY ($1::bigint[])',
    [itemIds, nowMs],
  );
}

export async function noteMailedAtOnce(
  transaction: Queryable,
  userId: number,
  nowMs: number,
): Promise<void> {
  await transaction.query('UPDATE mail_hours SET mailed_at_ms = $2 WHERE user_id = $1', [
    userId,
    nowMs,
  ]);
}

export async function postpone(
  transaction: Queryable,
  later: readonly { readonly itemId: number; readonly dueMs: number }[],
): Promise<void> {
  await transaction.query(
    `UPDATE mail_items SET due_ms = later.due_ms
     FROM unnest($1::bigint[], $2::bigint[]) AS later (item_id, due_ms)
     WHERE mail_items.item_id = later.item_id`,
    [later.map(({ itemId }) => itemId), later.map(({ dueMs }) => dueMs)],
  );
}

export async function dropItems(transaction: Queryable, itemIds: readonly number[]): Promise<void> {
  await transaction.query('DELETE FROM mail_items WHERE item_id = ANY ($1::bigint[])', [itemIds]);
}

/** Forgets the names of what was mailed before a time. */
export async function forgetMailed(target: Queryable, beforeMs: number): Promise<void> {
  await target.query('DELETE FROM mail_items WHERE mailed_at_ms < $1', [beforeMs]);
}
