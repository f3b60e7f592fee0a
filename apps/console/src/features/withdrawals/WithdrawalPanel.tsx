import type { OperatorWithdrawal } from '@fairlead/contract';
import { Address, Badge, formatDate, Money, Note, Thread, type ThreadStep } from '@fairlead/ui';
import { MINUTE_MS } from '@fairlead/units';
import { formatExact, formatMoney } from '../../books/amounts.ts';
import { useNow } from '../../data/hooks.ts';
import { CopyButton, Transaction } from '../../parts/CopyButton.tsx';
import { StatusBadge } from '../../parts/cells.tsx';
import { Facts } from '../../parts/Facts.tsx';
import { sharedTexts } from '../../parts/texts.ts';
import { approvalSteps, namesOf } from '../../queue/approvals.tsx';
import { Background } from '../../queue/Background.tsx';
import { HoldRecord } from '../../queue/HoldRecord.tsx';
import { RecordPanel } from '../../queue/RecordPanel.tsx';
import type { OpenQueue } from '../../queue/use-queue.ts';
import { BankCardFacts } from './BankCardFacts.tsx';
import { durationOf, promisedHours, SEND_KINDS, verifiedOf } from './columns.tsx';
import { SendActs } from './SendActs.tsx';
import { SignatureNote } from './SignatureNote.tsx';
import { urgencyOf } from './tabs.ts';
import { withdrawalTexts as t } from './texts.ts';
import { WithdrawalActs } from './WithdrawalActs.tsx';

type Row = OperatorWithdrawal;

/** One withdrawal: what is asked, by whom, to where, who has signed, and what can be done. */
export const WithdrawalPanel = ({ row: listed, queue }: { row: Row; queue: OpenQueue<Row> }) => (
  <RecordPanel
    name="withdrawals"
    row={listed}
    queue={queue}
    title={t.panel(listed.id)}
    badge={(row) => <StateBadge row={row} />}
    // Of one that is on its way out it is not said who approved it.
    decidedBy={(row) => (listed.status === 'under_review' ? namesOf(row) : [])}
    acts={(row, { id: me }) => {
      if (row.status === 'under_review') return <WithdrawalActs row={row} queue={queue} me={me} />;
      return row.status === 'passed' ? <SendActs row={row} queue={queue} /> : null;
    }}
  >
    {(row, { id: me }) => (
      <>
        <Lateness row={row} />
        <p>
          <Money value={trimmed(row.amount)} unit={row.currency} size={28} />
        </p>
        <p className="text-muted">
          {t.receives(formatExact(row.fee), formatMoney(row.receipt_amount, row.currency))}
        </p>
        <Destination row={row} />
        <SignatureNote row={row} />
        <HoldRecord kind="withdrawal" row={row} />
        <hr />
        <Facts facts={factsOf(row)} />
        <hr />
        <Background queue="withdrawals" row={row} />
        {row.tx_id !== undefined && <Transaction id={row.tx_id} />}
        <hr />
        <div className="flex items-center justify-between">
          <span className="text-12 text-muted">{t.intent}</span>
          <CopyButton text={row.intent_hash} />
        </div>
        <p className="con-hash">{row.intent_hash}</p>
        <p className="text-12 text-muted">{t.intentHint}</p>
        <hr />
        <Thread steps={stepsOf(row, me)} />
      </>
    )}
  </RecordPanel>
);

/** For the big number, which takes a plain decimal. */
const trimmed = (amount: string): string => formatExact(amount).replaceAll(',', '');

function StateBadge({ row }: { row: Row }) {
  if (row.status !== 'passed') return <StatusBadge status={row.status} />;
  return <Badge kind={SEND_KINDS[row.send_state]}>{t.badges[row.send_state]}</Badge>;
}

function Lateness({ row }: { row: Row }) {
  const now = useNow(MINUTE_MS);
  const urgency = urgencyOf(row, now);
  if (urgency === 'calm') return null;
  const text = durationOf(row.due_at - now);
  return (
    <Note kind={urgency === 'overdue' ? 'bad' : 'warn'} className="mb-4">
      {urgency === 'overdue'
        ? t.overdueNote(text, promisedHours(row))
        : t.late(text, promisedHours(row))}
    </Note>
  );
}

function Destination({ row }: { row: Row }) {
  const name = sharedTexts.chains[row.chain] ?? row.chain;
  return (
    <>
      <div className="mt-4 mb-1 flex items-center justify-between gap-2">
        <span className="text-muted">
          {row.kind === 'bank' ? t.toBank : t.to(name, row.chain)}
          {row.note !== undefined && `, ${t.saved(row.note)}`}
        </span>
        <CopyButton text={row.address} />
      </div>
      {row.kind === 'bank' ? (
        <>
          <p className="mb-3 font-medium">{row.address}</p>
          <BankCardFacts key={row.id} row={row} />
        </>
      ) : (
        <Address value={row.address} />
      )}
    </>
  );
}

const factsOf = (row: Row) =>
  [
    [t.facts.user, `${row.user}, ${row.user_id}`],
    [t.facts.verified, verifiedOf(row)],
    [t.facts.value, formatMoney(row.value, 'USDT')],
    [t.facts.asked, formatDate(row.time, 'dayMinute', 'en')],
    [t.facts.due, formatDate(row.due_at, 'dayMinute', 'en')],
    ...(row.sent_at === undefined
      ? []
      : ([[t.facts.sent, formatDate(row.sent_at, 'dayMinute', 'en')]] as const)),
    ...travelFacts(row),
    ...(row.reason === undefined ? [] : ([[t.facts.reason, row.reason]] as const)),
  ] as const;

/** Whose wallet the user says it is, and what that provider said. */
function travelFacts({ travel_rule: travel }: Row): readonly (readonly [string, string])[] {
  if (travel === undefined) return [];
  const { recipient, answer, reason, reference } = travel;
  const whose = recipient?.wallet ?? 'unsaid';
  const names =
    whose === 'provider' ? `${recipient?.provider}, ${recipient?.beneficiary}` : undefined;
  const said = [answer && t.answers[answer], reason, reference].filter(Boolean).join(', ');
  return [
    [t.facts.recipient, names ?? t.wallets[whose === 'own' ? 'own' : 'unsaid']],
    ...(names === undefined ? [] : ([[t.facts.answer, said || t.answers.none]] as const)),
  ];
}

function stepsOf(row: Row, me: number | undefined): readonly ThreadStep[] {
  const time = (ms: number | undefined) => formatDate(ms, 'dayMinute', 'en');
  const submitted: ThreadStep = {
    id: 'submitted',
    title: t.submitted(formatMoney(row.amount, row.currency)),
    at: time(row.time),
    state: 'done',
  };
  const approvals = approvalSteps(row, me);
  if (row.status === 'rejected')
    return [
      submitted,
      ...approvals,
      {
        id: 'rejected',
        title: row.send_state === 'refunded' ? t.sendStates.refunded : t.rejected,
        at: time(row.decided_at),
        state: 'bad',
        ...(row.reason !== undefined && { detail: row.reason }),
      },
    ];
  const sendState = SEND_STEPS[row.send_state];
  return [
    submitted,
    ...approvals,
    {
      id: 'send',
      title: t.sendStates[row.send_state],
      state: row.status === 'under_review' ? 'later' : sendState,
      ...(row.sent_at !== undefined && { at: time(row.sent_at) }),
    },
  ];
}

const SEND_STEPS: Readonly<Record<Row['send_state'], ThreadStep['state']>> = {
  idle: 'now',
  signed: 'now',
  unknown: 'bad',
  failed: 'bad',
  sent: 'done',
  refunded: 'done',
};
