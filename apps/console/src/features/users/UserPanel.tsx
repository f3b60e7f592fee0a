import { ErrorState, formatDate, Note, SkeletonRows, Tag } from '@fairlead/ui';
import { useState } from 'react';
import { errorText } from '../../data/error-text.ts';
import { useApi } from '../../data/use-api.ts';
import { formatExact, formatMoney } from '../../parts/amount.ts';
import { type Fact, Facts } from '../../parts/Facts.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { sharedTexts } from '../../texts/shared.ts';
import { userTexts as t } from '../../texts/users.ts';
import { StateBadge } from './columns.tsx';
import { MaskedFields } from './MaskedFields.tsx';
import { type Detail, NO_FIELDS, type Revealed, type Step } from './model.ts';
import { UserActs } from './UserActs.tsx';
import { UserContracts } from './UserContracts.tsx';
import { UserLinks } from './UserLinks.tsx';

const POLL_MS = 15_000;

/** One user: who, what they own, and what an operator may do about it. */
export function UserPanel({ id, onClose }: { id: number; onClose: () => void }) {
  const query = useApi('operatorUser', { id }, { pollMs: POLL_MS });
  const [step, setStep] = useState<Step>('view');
  // Unmasked fields live here and nowhere else: closing the record forgets them.
  const [revealed, setRevealed] = useState<Revealed>(NO_FIELDS);
  const { data, error } = query;
  return (
    <Panel
      title={t.panel(id)}
      badge={data && <StateBadge isFrozen={data.user.is_frozen} />}
      onClose={onClose}
      footer={
        data && (
          <UserActs
            user={data.user}
            step={step}
            onStep={setStep}
            onRevealed={(field, value, left) =>
              setRevealed(({ values }) => ({ values: { ...values, [field]: value }, left }))
            }
          />
        )
      }
    >
      {data === undefined && error === null && (
        <SkeletonRows label={sharedTexts.loading} count={5} mark={false} />
      )}
      {data === undefined && error !== null && (
        <ErrorState
          onRetry={() => void query.refetch()}
          retryLabel={sharedTexts.retry}
          retrying={query.isFetching}
        >
          {`${t.failed} ${errorText(error)}`}
        </ErrorState>
      )}
      {data && (
        <>
          <Tags detail={data} />
          <Facts facts={factsOf(data)} />
          <Receivables detail={data} />
          <hr />
          <h3>{t.balances}</h3>
          <Balances detail={data} />
          <UserContracts id={id} />
          <hr />
          <h3>{t.masked}</h3>
          <MaskedFields
            account={data.user.account}
            revealed={revealed}
            onReveal={(field) => setStep(field)}
          />
          <hr />
          <h3>{t.linksTitle}</h3>
          <UserLinks id={id} />
        </>
      )}
    </Panel>
  );
}

function Tags({ detail: { user } }: { detail: Detail }) {
  if (!user.is_bot && !user.is_partner) return null;
  return (
    <p className="mb-3 flex gap-2">
      {user.is_bot && <Tag>{t.bot}</Tag>}
      {user.is_partner && <Tag kind="brand">{t.partner}</Tag>}
    </p>
  );
}

function factsOf({ user, sessions, withdrawals_usable_at: usableAt }: Detail): readonly Fact[] {
  return [
    [t.facts.account, user.account],
    [t.facts.nickname, user.nickname],
    [t.facts.registered, formatDate(user.created_at, 'dayMinute', 'en')],
    [t.facts.seen, formatDate(user.last_seen_at, 'dayMinute', 'en')],
    [t.facts.basic, t.verification[user.basic_verification]],
    [t.facts.advanced, t.verification[user.advanced_verification]],
    [t.facts.factor, user.has_otp ? t.on : t.off],
    [t.facts.fundPassword, user.has_fund_password ? t.on : t.off],
    [t.facts.sessions, t.devices(sessions)],
    [
      t.facts.usable,
      usableAt === undefined ? t.usableNow : formatDate(usableAt, 'dayMinute', 'en'),
    ],
  ];
}

function Receivables({ detail: { receivables } }: { detail: Detail }) {
  if (receivables.length === 0) return null;
  const amounts = receivables.map(({ amount, currency }) => formatMoney(amount, currency));
  return (
    <Note kind="warn" className="mt-4">
      {t.receivables(amounts.join(', '))}
    </Note>
  );
}

function Balances({ detail: { balances } }: { detail: Detail }) {
  if (balances.length === 0) return <p className="text-muted">{t.noBalance}</p>;
  return (
    <table className="con-mini">
      <thead>
        <tr>
          <th scope="col">{t.facts.account}</th>
          <th scope="col">{t.available}</th>
          <th scope="col">{t.frozen}</th>
        </tr>
      </thead>
      <tbody>
        {balances.map(({ account, currency, available, frozen }) => (
          <tr key={`${account} ${currency}`}>
            <th scope="row">
              {currency} <small>{account}</small>
            </th>
            <td>{formatExact(available)}</td>
            <td className="text-muted">{formatExact(frozen)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
