import type { OperatorHold } from '@fairlead/contract';
import { formatDate, Note } from '@fairlead/ui';
import { Link } from 'react-router';
import { type Fact, Facts } from '../../parts/Facts.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { recordPath } from '../../queue/queues.ts';
import { HoldBadge } from './columns.tsx';
import { HoldActs } from './HoldActs.tsx';
import { holdTexts as t } from './texts.ts';

export interface HoldPanelProps {
  row: OperatorHold;
  onClose: () => void;
}

/** One hold: what the user reads, what they say, and what may be done. */
export function HoldPanel({ row, onClose }: HoldPanelProps) {
  const { kind, record_id: record, appeal } = row;
  return (
    <Panel
      title={t.panel(row.id)}
      badge={<HoldBadge row={row} />}
      onClose={onClose}
      footer={row.end === undefined && <HoldActs row={row} />}
    >
      <p className="text-16 font-strong">{t.of(t.kinds[kind], record)}</p>
      <h3 className="mt-4">{t.read}</h3>
      <p>{row.reason}</p>
      {row.words !== undefined && (
        <p dir="auto" className="mt-1 whitespace-pre-line">
          {row.words}
        </p>
      )}
      {row.end === undefined && (
        <Note kind="info" className="mt-4">
          {t.lapses[kind]}
        </Note>
      )}
      {appeal !== undefined && (
        <>
          <h3 className="mt-4">{t.appeal}</h3>
          <p dir="auto" className="whitespace-pre-line">
            {appeal.text}
          </p>
          {appeal.answer !== undefined && (
            <>
              <h3 className="mt-4">{t.answered(row.answered_by ?? '')}</h3>
              <p dir="auto" className="whitespace-pre-line">
                {appeal.answer}
              </p>
            </>
          )}
        </>
      )}
      <hr />
      <Facts facts={factsOf(row)} />
      <p className="con-links mt-3">
        <Link to={`/users?open=${row.user_id}`}>{t.openUser}</Link>
        {(kind === 'withdrawal' || kind === 'deposit') && record !== undefined && (
          <Link to={recordPath(kind, record)}>{t.openRecord}</Link>
        )}
      </p>
    </Panel>
  );
}

function factsOf(row: OperatorHold): readonly Fact[] {
  const time = (ms: number) => formatDate(ms, 'dayMinute', 'en');
  const facts: Fact[] = [
    [t.facts.user, `${row.user}, ${row.user_id}`],
    [t.facts.by, row.placed_by ?? t.facts.unknown],
    [t.facts.placed, time(row.placed_at)],
    [t.facts.ends, time(row.ends_at)],
  ];
  const { screening } = row;
  if (screening !== undefined)
    facts.push([
      t.facts.screening,
      t.screened(screening.verdict, screening.risk, screening.reference),
      'wide',
    ]);
  if (row.ended_at !== undefined) facts.push([t.facts.ended, time(row.ended_at)]);
  return facts;
}
