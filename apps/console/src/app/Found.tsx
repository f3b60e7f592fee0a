import type { ResponseOf } from '@fairlead/contract';
import { formatDate, Icon, Note } from '@fairlead/ui';
import { Link } from 'react-router';
import { sharedTexts } from '../parts/texts.ts';
import { recordPath } from '../queue/queues.ts';
import { shellTexts } from './texts.ts';

const t = shellTexts.search;

type Answer = ResponseOf<'operatorSearch'>;
type Found = Answer['records'][number];

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
          <Link to={recordPath(record.kind, record.id)} replace onClick={onGo}>
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
