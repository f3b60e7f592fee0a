/** Conversations as the desk lists them, and the people of the desk. */
import type { ChatStatus, Language } from '@fairlead/contract';
import type { Queryable } from '../core/store/database.ts';
import { Conditions, type Page, type PageRequest, readPage } from '../core/store/pages.ts';
import type { AccountKind } from '../identity/users/index.ts';
import {
  CONVERSATION_COLUMNS,
  CONVERSATION_FROM,
  type ConversationRecord,
  type ConversationRow,
  toConversation,
} from './queries.ts';

export interface DeskConversation extends ConversationRow {
  readonly kind: AccountKind;
  readonly account: string;
  readonly areaCode: string | undefined;
  readonly lang: Language;
  /** Its operator is stopped, logged out, or lets the user wait. */
  readonly isLeftAlone: boolean;
  /** Begin of the last message of either side; absent for a picture alone. */
  readonly lastText: string | undefined;
}

interface DeskRecord extends ConversationRecord {
  readonly kind: AccountKind;
  readonly account: string;
  readonly area_code: string | null;
  readonly lang: Language;
  readonly is_left_alone: boolean;
  readonly last_text: string | null;
}

/** From when on an operator counts as away. */
export interface AwayTimes {
  readonly nowMs: number;
  /** Sessions not used since are over. */
  readonly sessionSinceMs: number;
  /** Users who wait for an answer since before are let wait. */
  readonly silentSinceMs: number;
}

const FROM = `${CONVERSATION_FROM} JOIN users AS u ON u.user_id = c.user_id`;
const ANSWERING_ROLES = "('support', 'owner')";

/** Whether an operator has a session that counts. */
const hereSql = (operatorColumn: string, { nowMs, sessionSinceMs }: AwayTimes): string =>
  `EXISTS (SELECT FROM operator_sessions AS session WHERE session.operator_id = ${operatorColumn}
     AND session.expires_at_ms > ${whole(nowMs)} AND session.last_seen_at_ms > ${whole(sessionSinceMs)})`;

const columns = (
  away: AwayTimes,
): string => `${CONVERSATION_COLUMNS}, u.kind, u.account, u.area_code,
  u.lang, c.status = 'active' AND (NOT (o.is_active AND o.role IN ${ANSWERING_ROLES}
      AND ${hereSql('o.operator_id', away)})
    OR coalesce(greatest(c.waits_since_ms, c.held_since_ms) <= ${whole(away.silentSinceMs)}
      AND c.waits_since_ms IS NOT NULL, false)) AS is_left_alone,
  (SELECT left(m.text, 120) FROM chat_messages AS m
    WHERE m.conversation_id = c.conversation_id AND m.sender <> 'system'
    ORDER BY m.message_id DESC LIMIT 1) AS last_text`;

/** Times stand in the list's columns, which take no parameters: whole numbers and nothing else. */
function whole(milliseconds: number): string {
  return BigInt(Math.trunc(milliseconds)).toString();
}

const toDesk = (row: DeskRecord): DeskConversation => ({
  ...toConversation(row),
  kind: row.kind,
  account: row.account,
  areaCode: row.area_code ?? undefined,
  lang: row.lang,
  isLeftAlone: row.is_left_alone,
  lastText: row.last_text ?? undefined,
});

/** Who waits longest comes first, then whose turn it is themselves, then what has ended, the newest first. */
export function deskConversations(
  source: Queryable,
  filter: { readonly status: ChatStatus | undefined; readonly operatorId: number | undefined },
  away: AwayTimes,
  request: PageRequest,
): Promise<Page<DeskConversation>> {
  const where = new Conditions()
    .add('c.status =', filter.status)
    .add('c.operator_id =', filter.operatorId);
  const listing = {
    columns: columns(away),
    from: FROM,
    where,
    orderBy: `(CASE WHEN c.status = 'closed' THEN 2 WHEN c.waits_since_ms IS NULL THEN 1 ELSE 0 END),
      (CASE WHEN c.status = 'closed' THEN -c.closed_at_ms
        ELSE coalesce(c.waits_since_ms, c.last_at_ms) END),
      c.conversation_id`,
  };
  return readPage<DeskRecord, DeskConversation>(source, listing, request, toDesk);
}

export async function deskConversation(
  source: Queryable,
  conversationId: number,
  away: AwayTimes,
): Promise<DeskConversation | undefined> {
  const rows = await source.query<DeskRecord>(
    `SELECT ${columns(away)} FROM ${FROM} WHERE c.conversation_id = $1`,
    [conversationId],
  );
  return rows.map(toDesk)[0];
}

export interface DeskColleague {
  readonly operatorId: number;
  readonly name: string;
  readonly isHere: boolean;
  /** Conversations they have open. */
  readonly active: number;
}

/** Operators who answer, by name. */
export async function deskTeam(
  source: Queryable,
  away: AwayTimes,
  rowsMax: number,
): Promise<DeskColleague[]> {
  const rows = await source.query<{
    operator_id: bigint;
    name: string;
    is_here: boolean;
    active: bigint;
  }>(
    `SELECT o.operator_id, o.name, ${hereSql('o.operator_id', away)} AS is_here,
       (SELECT count(*) FROM chat_conversations AS c
         WHERE c.operator_id = o.operator_id AND c.status = 'active') AS active
     FROM operators AS o WHERE o.is_active AND o.role IN ${ANSWERING_ROLES}
     ORDER BY o.name LIMIT $1`,
    [rowsMax],
  );
  return rows.map((row) => ({
    operatorId: Number(row.operator_id),
    name: row.name,
    isHere: row.is_here,
    active: Number(row.active),
  }));
}

/** Whether an operator may be given conversations. */
export async function isOfDesk(source: Queryable, operatorId: number): Promise<boolean> {
  const rows = await source.query(
    `SELECT 1 AS one FROM operators WHERE operator_id = $1 AND is_active AND role IN ${ANSWERING_ROLES}`,
    [operatorId],
  );
  return rows.length > 0;
}

/** Conversations that nobody took, and those of the operator with something unread. */
export async function countForDesk(source: Queryable, operatorId: number): Promise<number> {
  const [row] = await source.query<{ count: bigint }>(
    `SELECT (SELECT count(*) FROM chat_conversations WHERE status = 'waiting')
       + (SELECT count(*) FROM chat_conversations AS c
          WHERE c.status = 'active' AND c.operator_id = $1 AND EXISTS (
            SELECT FROM chat_messages AS m WHERE m.conversation_id = c.conversation_id
              AND m.message_id > c.read_by_operator AND m.sender = 'user')) AS count`,
    [operatorId],
  );
  return Number(row?.count ?? 0);
}

/** Sets how users see an operator; false when another is called so, or logs in by that name. */
export async function setDisplayName(
  source: Queryable,
  operatorId: number,
  name: string | undefined,
): Promise<boolean> {
  const rows = await source.query(
    `UPDATE operators SET display_name = $2::text WHERE operator_id = $1 AND NOT EXISTS (
       SELECT FROM operators AS other WHERE lower(other.name) = lower($2::text)
         OR (other.operator_id <> $1 AND lower(other.display_name) = lower($2::text)))
     RETURNING 1 AS one`,
    [operatorId, name ?? null],
  );
  return rows.length > 0;
}
