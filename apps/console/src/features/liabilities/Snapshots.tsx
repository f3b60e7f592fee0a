import type { ApiError } from '@fairlead/client';
import type { ResponseOf } from '@fairlead/contract';
import { formatDate, Note } from '@fairlead/ui';
import type { UseQueryResult } from '@tanstack/react-query';
import { DataTable, type RowChoice } from '../../table/DataTable.tsx';
import { liabilityTexts as t } from '../../texts/liabilities.ts';
import { snapshotColumns } from './columns.tsx';

type Answer = ResponseOf<'operatorLiabilities'>;

export interface SnapshotsProps {
  query: UseQueryResult<Answer, ApiError>;
  choice: RowChoice;
  onPage: (page: number) => void;
}

/** The publications, and when the next one is due. */
export function Snapshots({ query, choice, onPage }: SnapshotsProps) {
  return (
    <>
      {query.data && <State answer={query.data} />}
      <DataTable
        label={t.tabs.snapshots}
        columns={snapshotColumns}
        query={query}
        rowId={({ id }) => id}
        choice={choice}
        empty={t.empty}
        onPage={onPage}
      />
    </>
  );
}

function State({ answer }: { answer: Answer }) {
  const { is_running: isRunning, failed_at: failedAt, next_at: nextAt, proofs_from: from } = answer;
  const time = (ms: number) => formatDate(ms, 'dayMinute', 'en');
  const next = nextAt === undefined ? t.state.never : t.state.next(time(nextAt));
  return (
    <div className="grid gap-2 py-3">
      {failedAt !== undefined && <Note kind="bad">{t.state.failed(time(failedAt))}</Note>}
      <Note kind="info">
        {isRunning ? t.state.running : next}
        {from !== undefined && ` ${t.state.proofs(from, answer.proofs_days)}`}
      </Note>
    </div>
  );
}
