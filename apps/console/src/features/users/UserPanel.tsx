import { Loaded, LoadingRows, useApi } from '@fairlead/calls';
import { formatDate, Note, Tag } from '@fairlead/ui';
import { useState } from 'react';
import { Link } from 'react-router';
import { findPage, maySee } from '../../app/routes.ts';
import { formatExact, formatMoney } from '../../books/amounts.ts';
import { useMe } from '../../data/use-config.ts';
import { type Fact, Facts } from '../../parts/Facts.tsx';
import { factorText } from '../../parts/factor.ts';
import { Panel } from '../../parts/Panel.tsx';
import { PictureFrame } from '../../parts/PictureFrame.tsx';
import { StateBadge } from './columns.tsx';
import { JudgeRecovery } from './JudgeRecovery.tsx';
import { MaskedFields } from './MaskedFields.tsx';
import { type Detail, NO_FIELDS, type Revealed, type Step } from './model.ts';
import { Timeline } from './Timeline.tsx';
import { userTexts as t } from './texts.ts';
import { UserActs } from './UserActs.tsx';
import { UserContracts } from './UserContracts.tsx';

const POLL_MS = 15_000;

/** One user: who, what they own, and what an operator may do about it. */
export function UserPanel({ id, onClose }: { id: number; onClose: () => void }) {
  const query = useApi('operatorUser', { id }, { pollMs: POLL_MS });
  const [step, setStep] = useState<Step>('view');
  // Unmasked fields live here and nowhere else: closing the record forgets them.
  const [revealed, setRevealed] = useState<Revealed>(NO_FIELDS);
  const { data } = query;
  return (
    <Panel
      title={t.panel(id)}
      badge={data && <StateBadge user={data.user} />}
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
      <Loaded query={query} loading={<LoadingRows count={5} mark={false} />} failed={t.failed}>
        {(detail) => (
          <>
            <Tags detail={detail} />
            <Facts facts={factsOf(detail)} />
            <Receivables detail={detail} />
            {detail.user.withdrawal_hold !== undefined && (
              <Note kind="warn" className="mt-4">
                {t.heldFor(detail.user.withdrawal_hold)}
              </Note>
            )}
            <OwnLock detail={detail} />
            <Recovering detail={detail} />
            <hr />
            {/* What others wrote of the user is read before anything is decided. */}
            <Timeline id={id} />
            <Family detail={detail} />
            <hr />
            <h3>{t.balances}</h3>
            <Balances detail={detail} />
            <UserContracts id={id} />
            <hr />
            <h3>{t.masked}</h3>
            <MaskedFields
              account={detail.user.account}
              revealed={revealed}
              onReveal={(field) => setStep(field)}
            />
            <hr />
            <h3>{t.linksTitle}</h3>
            <UserLinks id={id} />
          </>
        )}
      </Loaded>
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
    [t.facts.factor, factorText(user)],
    [t.facts.fundPassword, user.has_fund_password ? t.set : t.off],
    [t.facts.sessions, t.devices(sessions)],
    [t.facts.usable, usableOf(user, usableAt)],
  ];
}

/** Whether withdrawals leave: held by an operator, resting after a change of a password, or neither. */
function usableOf(user: Detail['user'], usableAt: number | undefined): string {
  if (user.withdrawal_hold !== undefined) return t.usableHeld;
  return usableAt === undefined
    ? t.usableNow
    : t.usableFrom(formatDate(usableAt, 'dayMinute', 'en'));
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

/** A person's accounts are frozen together, and looked at one by one. */
function Family({ detail: { family, user } }: { detail: Detail }) {
  if (family === undefined) return null;
  return (
    <section aria-label={t.family.title} className="mt-4 grid gap-2">
      <h3>{t.family.title}</h3>
      <ul>
        {family.map(({ id, name }, at) => (
          <li key={id}>
            <FamilyName id={id} isHere={id === user.id}>
              {at === 0 ? t.family.main(id) : t.family.sub(id, name)}
            </FamilyName>
          </li>
        ))}
      </ul>
      <p>{t.family.hint}</p>
    </section>
  );
}

/** A way to the account, unless it is the one that is looked at. */
function FamilyName(props: { id: number; isHere: boolean; children: string }) {
  const { id, isHere, children } = props;
  if (isHere) return children;
  return (
    <Link className="con-link" to={`/users?open=${id}`}>
      {children}
    </Link>
  );
}

/** The owner locked it: what they show of their document, to be held against the verified record before it is opened. */
function OwnLock({ detail: { lock, user } }: { detail: Detail }) {
  if (lock === undefined) return null;
  const { locked_at: lockedAt, by_mail: isByMail, asked_at: askedAt } = lock;
  const { document_photo: document, holding_photo: holding } = lock;
  return (
    <section aria-label={t.lock.title} className="mt-4 grid gap-3">
      <Note kind="warn">
        {t.lock.locked(formatDate(lockedAt, 'dayMinute', 'en'), isByMail)}{' '}
        {askedAt === undefined
          ? t.lock.notAsked
          : t.lock.asked(formatDate(askedAt, 'dayMinute', 'en'))}
      </Note>
      {document !== undefined && (
        <PictureFrame key={document} fileId={document} label={t.lock.document} isAsked />
      )}
      {holding !== undefined && (
        <PictureFrame key={holding} fileId={holding} label={t.lock.holding} isAsked />
      )}
      {askedAt !== undefined && user.is_frozen && <p className="text-muted">{t.lock.hint}</p>}
    </section>
  );
}

/** Somebody recovers the account: what was shown, and the photos where identity is to be one of two. */
function Recovering({ detail: { recovery, user } }: { detail: Detail }) {
  if (recovery === undefined) return null;
  const { begun_at: begunAt, ready_at: readyAt, state, ways } = recovery;
  const { document_photo: document, holding_photo: holding } = recovery;
  const shown = ways.map((way) => t.recovery.ways[way]).join(', ');
  return (
    <section aria-label={t.recovery.title} className="mt-4 grid gap-3">
      <Note kind="warn">
        {t.recovery.begun(formatDate(begunAt, 'dayMinute', 'en'), shown)}{' '}
        {state === 'identity' && t.recovery.noPhotos}
        {readyAt !== undefined && t.recovery.waiting(formatDate(readyAt, 'dayMinute', 'en'))}
      </Note>
      {document !== undefined && (
        <PictureFrame key={document} fileId={document} label={t.recovery.document} isAsked />
      )}
      {holding !== undefined && (
        <PictureFrame key={holding} fileId={holding} label={t.recovery.holding} isAsked />
      )}
      {state === 'review' && <JudgeRecovery userId={user.id} recoveryId={recovery.id} />}
    </section>
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
              {currency} <small className="block">{t.accounts[account] ?? account}</small>
            </th>
            <td>{formatExact(available)}</td>
            <td className="text-muted">{formatExact(frozen)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const LINKS = [
  ['withdrawals', (id: number) => `/withdrawals?user=${id}`],
  ['deposits', (id: number) => `/deposits?user=${id}`],
  ['verifications', (id: number) => `/verifications?user=${id}`],
  ['positions', (id: number) => `/positions?user=${id}`],
  ['options', (id: number) => `/positions?tab=options&user=${id}`],
  ['hosting', (id: number) => `/hosting?tab=orders&user=${id}`],
  ['subscriptions', (id: number) => `/subscriptions?user=${id}`],
  ['entries', (id: number) => `/ledger?account=user:${id}:coin`],
  ['holds', (id: number) => `/ledger?tab=holds&user=${id}`],
  ['onHold', (id: number) => `/holds?user=${id}`],
] as const;

/** The user's own records, as far as this role may read them. */
function UserLinks({ id }: { id: number }) {
  const role = useMe().data?.role;
  const mine = LINKS.filter(([, to]) => {
    const page = findPage(to(id).replace(/\?.*/, ''));
    return page !== undefined && role !== undefined && maySee(page, role);
  });
  return (
    <p className="con-links">
      {mine.map(([name, to]) => (
        <Link key={name} to={to(id)}>
          {t.links[name]}
        </Link>
      ))}
    </p>
  );
}
