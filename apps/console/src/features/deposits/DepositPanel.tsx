import type { OperatorDeposit } from '@fairlead/contract';
import { formatDate, Money, Note, Thread, type ThreadStep } from '@fairlead/ui';
import { Fragment } from 'react';
import { Link } from 'react-router';
import { formatExact, formatMoney } from '../../books/amounts.ts';
import { Transaction } from '../../parts/CopyButton.tsx';
import { StatusBadge } from '../../parts/cells.tsx';
import { type Fact, Facts } from '../../parts/Facts.tsx';
import { PictureFrame } from '../../parts/PictureFrame.tsx';
import { sharedTexts } from '../../parts/texts.ts';
import { approvalSteps, namesOf } from '../../queue/approvals.tsx';
import { Background } from '../../queue/Background.tsx';
import { HoldRecord } from '../../queue/HoldRecord.tsx';
import { recordPath } from '../../queue/queues.ts';
import { RecordPanel } from '../../queue/RecordPanel.tsx';
import { queueTexts } from '../../queue/texts.ts';
import type { OpenQueue } from '../../queue/use-queue.ts';
import { DepositActs } from './DepositActs.tsx';
import { depositTexts as t } from './texts.ts';

type Row = OperatorDeposit;

/** One deposit: what is claimed, its proof beside it, and what can be done. */
export function DepositPanel({ row: listed, queue }: { row: Row; queue: OpenQueue<Row> }) {
  const isClaim = listed.kind !== 'chain';
  return (
    <RecordPanel
      name="deposits"
      row={listed}
      queue={queue}
      title={t.panel(listed.id)}
      badge={({ status }) => <StatusBadge status={status} />}
      isWide={isClaim}
      decidedBy={namesOf}
      acts={(row, { id: me }) => {
        if (row.status !== 'under_review') return null;
        if (!isClaim) return <Note>{t.chainOnly}</Note>;
        return <DepositActs row={row} queue={queue} me={me} />;
      }}
    >
      {(row, { id: me, mayDecide }) => (
        <>
          <Warnings row={row} />
          <div className={isClaim ? 'con-beside' : undefined}>
            {isClaim && <Proof row={row} maySee={mayDecide} />}
            <div>
              <p className="text-12 text-muted">{isClaim ? t.claimed : t.seen}</p>
              <p>
                <Money
                  value={formatExact(row.amount).replaceAll(',', '')}
                  unit={row.currency}
                  size={28}
                />
              </p>
              <div className="mt-3">
                <Facts facts={factsOf(row)} />
              </div>
              {row.tx_id !== undefined && <Transaction id={row.tx_id} />}
              {isClaim && <HoldRecord kind="deposit" row={row} />}
              <hr />
              <Background queue="deposits" row={row} />
              <hr />
              <Thread steps={stepsOf(row, me)} />
            </div>
          </div>
        </>
      )}
    </RecordPanel>
  );
}

function Warnings({ row }: { row: Row }) {
  const isOpen = row.status === 'under_review';
  const owes = /[1-9]/.test(row.receivable);
  return (
    <div className="grid gap-2 not-empty:mb-4">
      {owes && <Note kind="bad">{t.owed(formatMoney(row.receivable, row.currency))}</Note>}
      {isOpen && row.is_proof_repeated && (
        <Note kind="bad">
          {t.repeated} {t.repeatedIn}{' '}
          {row.repeated_in.map(({ id, user_id }, at) => (
            <Fragment key={id}>
              {at > 0 && ', '}
              <Link className="con-link" to={recordPath('deposit', id)}>
                {t.claimOf(id, user_id)}
              </Link>
            </Fragment>
          ))}
        </Note>
      )}
      {isOpen && row.approvals_needed > 1 && !row.is_proof_repeated && (
        <Note kind="warn">
          {row.held_for === undefined ? t.twoNeeded : queueTexts.heldFor[row.held_for]}
        </Note>
      )}
      {isOpen && row.is_suspended && (
        <Note>{row.travel_rule === undefined ? t.suspended : t.heldForOrigin}</Note>
      )}
    </div>
  );
}

function Proof({ row, maySee }: { row: Row; maySee: boolean }) {
  if (row.proof === undefined) return <Note>{t.noProof}</Note>;
  if (!maySee) return <Note>{t.proofHidden}</Note>;
  return <PictureFrame fileId={row.proof} label={t.proof} isAsked />;
}

function factsOf(row: Row): readonly Fact[] {
  const time = (ms: number | undefined) => formatDate(ms, 'dayMinute', 'en');
  const facts: Fact[] = [
    [t.facts.user, `${row.user}, ${row.user_id}`],
    [t.facts.kind, t.kinds[row.kind]],
    [t.facts.asked, time(row.time)],
  ];
  if (row.chain !== undefined)
    facts.push([t.facts.network, sharedTexts.chains[row.chain] ?? row.chain]);
  if (/[1-9]/.test(row.credited))
    facts.push([t.facts.credited, formatMoney(row.credited, row.currency)]);
  if (row.bank_reference !== undefined) facts.push([t.facts.bankReference, row.bank_reference]);
  if (row.reference !== undefined) facts.push([t.facts.reference, row.reference]);
  facts.push(...originFacts(row));
  if (row.decided_at !== undefined) facts.push([t.facts.decided, time(row.decided_at)]);
  if (row.reason !== undefined) facts.push([t.facts.reason, row.reason]);
  return facts;
}

/** Whose wallet it came from, and what that provider said. */
function originFacts({ travel_rule: travel }: Row): readonly Fact[] {
  if (travel === undefined) return [];
  const { wallet, provider, originator, senders, proven, answer, reason, reference } = travel;
  const isOther = wallet === 'provider';
  const said = isOther ? `${provider}, ${originator}` : t.wallets[wallet ?? 'unsaid'];
  const words = [answer && t.answers[answer], reason, reference].filter(Boolean).join(', ');
  const facts: Fact[] = [[t.facts.origin, said]];
  if (isOther || words !== '') facts.push([t.facts.answer, words || t.answers.none]);
  if (senders.length > 0) facts.push([t.facts.senders, senders.join(', ')]);
  if (proven !== undefined) facts.push([t.facts.proven, proven]);
  return facts;
}

function stepsOf(row: Row, me: number | undefined): readonly ThreadStep[] {
  const time = (ms: number | undefined) => formatDate(ms, 'dayMinute', 'en');
  const amount = formatMoney(row.amount, row.currency);
  const first: ThreadStep = {
    id: 'first',
    title: row.kind === 'chain' ? t.seenAt(amount) : t.submitted(amount),
    at: time(row.time),
    state: 'done',
  };
  const middle = row.kind === 'chain' ? [] : approvalSteps(row, me);
  const last: Readonly<Record<Row['status'], ThreadStep>> = {
    under_review: {
      id: 'last',
      title: t.creditLater,
      state: row.kind === 'chain' ? 'now' : 'later',
    },
    passed: {
      id: 'last',
      title: t.credited(formatMoney(row.credited, row.currency)),
      at: time(row.decided_at),
      state: 'done',
    },
    rejected: {
      id: 'last',
      title: t.rejected,
      at: time(row.decided_at),
      state: 'bad',
      ...(row.reason !== undefined && { detail: row.reason }),
    },
  };
  return [first, ...middle, last[row.status]];
}
