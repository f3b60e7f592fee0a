import type { ResponseOf } from '@fairlead/contract';
import { formatDate, Icon, Note } from '@fairlead/ui';
import { Link } from 'react-router';
import { sharedTexts } from '../parts/texts.ts';
import { shellTexts } from './texts.ts';

const t = shellTexts.search;

type Answer = ResponseOf<'operatorSearch'>;
type Found = Answer['records'][number];

/** Where a record stands now, among its user's own, and opened. */
function recordPath({ kind, id, user_id, status, send_state }: Found): string {
  const user = `user=${user_id}&open=${id}`;
  if (kind !== 'withdrawal') {
    const tab = status === 'under_review' ? '' : `tab=${status}&`;
    return `/${kind}s?${tab}${user}`;
  }
  if (status === 'under_review') return `/withdrawals?${user}`;
  if (status === 'rejected') return `/withdrawals?tab=rejected&${user}`;
  return `/withdrawals?tab=${send_state === 'idle' ? 'to_send' : send_state}&${user}`;
}

/** What was found, masked; each leads to where it is worked at. */
export function FoundList({ answer, onGo }: { answer: Answer; onGo: () => void }) {
  const { by, users, records } = answer;
  if (users.length + records.length === 0) return <Note>{t.nothing[by]}</Note>;
  return (
    <ul className="con-found" aria-label={t.found}>
      {users.map(({ id, account }) => (
        <li key={`user ${id}`}>
          <Link to={`/users?open=${id}`} replace onClick={onGo}>
            <Icon name="person" />
            <b>{t.user(id)}</b>
            <span>{account}</span>
          </Link>
        </li>
      ))}
      {records.map((record) => (
        <li key={`${record.kind} ${record.id}`}>
          <Link to={recordPath(record)} replace onClick={onGo}>
            <Icon name={ICONS[record.kind]} />
            <b>{t.record(record.kind, record.id)}</b>
            <span>
              {t.of(record.user, record.user_id)}, {statusOf(record)},{' '}
              {formatDate(record.time, 'dayMinute', 'en')}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

const ICONS = {
  withdrawal: 'withdraw',
  deposit: 'deposit',
  verification: 'person',
  subscription: 'newCoin',
} as const;

const statusOf = ({ status }: Found): string =>
  (sharedTexts.statuses as Readonly<Record<string, string>>)[status] ?? status;
