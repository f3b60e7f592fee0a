import { useApi } from '@fairlead/calls';
import type { OperatorChat } from '@fairlead/contract';
import { LANGUAGE_NAMES } from '@fairlead/contract/constants';
import { formatDate, Skeleton } from '@fairlead/ui';
import { Link } from 'react-router';
import { Facts } from '../../parts/Facts.tsx';
import { factorText } from '../../parts/factor.ts';
import { sharedTexts } from '../../parts/texts.ts';
import { userTexts } from '../users/texts.ts';
import { chatTexts as t } from './texts.ts';

const FRESH_FOR_MS = 60_000;

/** Who is asking: masked, with what an answer may depend on. */
export function UserCard({ chat }: { chat: OperatorChat }) {
  const { user_id: id, lang, started_at: startedAt } = chat;
  const { data } = useApi('operatorUser', { id }, { freshForMs: FRESH_FOR_MS });
  const user = data?.user;
  const waiting = <Skeleton width={72} height={12} />;
  const of = (value: string | undefined) => (data === undefined ? waiting : value);
  return (
    <aside className="con-chat-card" aria-label={t.user}>
      <h2>{chat.user}</h2>
      <Link className="con-link" to={`/users?open=${id}`}>
        {t.toUser} {id}
      </Link>
      <Facts
        facts={[
          [t.facts.language, LANGUAGE_NAMES[lang]],
          [t.facts.frozen, of(user && (user.is_frozen ? t.frozen : t.active))],
          [t.facts.basic, of(user && userTexts.verification[user.basic_verification])],
          [t.facts.advanced, of(user && userTexts.verification[user.advanced_verification])],
          [t.facts.factor, of(user && factorText(user))],
          [t.facts.registered, of(user && formatDate(user.created_at, 'date', 'en'))],
          [t.facts.started, formatDate(startedAt, 'dayMinute', 'en')],
        ]}
      />
      <span className="fl-sr">{data === undefined ? sharedTexts.loading : ''}</span>
    </aside>
  );
}
