import type { Proposal } from '@fairlead/contract';
import { formatDate, Note } from '@fairlead/ui';
import { Link } from 'react-router';
import { Postings } from '../../books/Postings.tsx';
import { useCurrencies } from '../../data/use-config.ts';
import { type Fact, Facts } from '../../parts/Facts.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { ChangeList, commonOf } from '../../terms/ChangeList.tsx';
import { OutcomeBadge } from './columns.tsx';
import { type Subject, subjectOf } from './model.ts';
import { ProposalActs } from './ProposalActs.tsx';
import { proposalTexts as t } from './texts.ts';

export interface ProposalPanelProps {
  row: Proposal;
  onClose: () => void;
}

/** What was proposed, by whom and why, and the decision. */
export function ProposalPanel({ row, onClose }: ProposalPanelProps) {
  const currencies = useCurrencies();
  const subject = subjectOf(row, currencies);
  return (
    <Panel
      title={t.panel(row.id)}
      badge={<OutcomeBadge row={row} />}
      onClose={onClose}
      footer={
        row.status === 'open' && (
          <ProposalActs key={row.id} row={row} subject={subject} onDecided={onClose} />
        )
      }
    >
      <p className="text-16 font-strong">{t.kinds[row.kind]}</p>
      <p className="text-muted">{subject.brief}</p>
      <p className="mt-2 mb-4">{t.effects[row.kind]}</p>
      {row.takes !== undefined && row.status === 'open' && (
        <Note kind={row.takes === 'notice' ? 'warn' : 'info'} className="mb-4">
          {row.takes === 'notice' ? t.takes.notice(row.notice_hours ?? 0) : t.takes[row.takes]}
        </Note>
      )}
      <SubjectBody row={row} subject={subject} />
      <hr />
      <h3>{t.reason}</h3>
      <p className="mb-4 whitespace-pre-line">{row.reason}</p>
      <Facts facts={factsOf(row)} />
      {row.decision_reason !== undefined && (
        <>
          <h3 className="mt-4">{t.decisionReason}</h3>
          <p className="whitespace-pre-line">{row.decision_reason}</p>
        </>
      )}
      {row.failure !== undefined && (
        <Note kind="bad" className="mt-4">
          {t.failed(t.failures[row.failure] ?? row.failure)}
        </Note>
      )}
    </Panel>
  );
}

function SubjectBody({ row, subject }: { row: Proposal; subject: Subject }) {
  const { changes, postings, facts, link } = subject;
  // What all of it takes stands over it.
  const isSaid =
    row.takes !== undefined && changes !== undefined && commonOf(changes) !== undefined;
  const isBare = !changes && !postings && link === undefined;
  return (
    <>
      {changes && <ChangeList changes={changes} isPlain={row.status !== 'open' || isSaid} />}
      {facts && facts.length > 0 && <Facts facts={facts} />}
      {postings && <Postings lines={postings} />}
      {link !== undefined && (
        <p className="con-links mt-3">
          <Link to={link}>{t.openRecord}</Link>
        </p>
      )}
      {isBare && <pre className="con-json">{row.payload}</pre>}
    </>
  );
}

function factsOf(row: Proposal): readonly Fact[] {
  const facts: Fact[] = [
    [t.facts.by, row.proposed_by],
    [t.facts.at, formatDate(row.time, 'dayMinute', 'en')],
  ];
  if (row.expires_at !== undefined)
    facts.push([t.expires, formatDate(row.expires_at, 'dayMinute', 'en')]);
  if (row.decided_by !== undefined) facts.push([t.facts.decidedBy, row.decided_by]);
  if (row.decided_at !== undefined)
    facts.push([t.facts.decidedAt, formatDate(row.decided_at, 'dayMinute', 'en')]);
  if (row.starts_at !== undefined)
    facts.push([t.startsAt, formatDate(row.starts_at, 'dayMinute', 'en')]);
  return facts;
}
