/** What stands over the two lists. */
import type { ResponseOf } from '@fairlead/contract';
import { formatDate, Note } from '@fairlead/ui';
import { formatExact } from '../../books/amounts.ts';
import { liabilityTexts as t } from './texts.ts';

/** When the next publication is due, and what became of the last. */
export function SnapshotsHead({ answer }: { answer: ResponseOf<'operatorLiabilities'> }) {
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

type Reserves = ResponseOf<'operatorReserves'>;

/** What the addresses hold, under what is owed. */
export function ReservesHead({ answer }: { answer: Reserves }) {
  return (
    <>
      <p className="py-3 text-muted">{t.reserves.sub(answer.platform)}</p>
      <Compared compared={answer.compared} />
    </>
  );
}

function Compared({ compared }: Pick<Reserves, 'compared'>) {
  const { reserves } = t;
  if (compared.length === 0) return <p className="pb-3 text-muted">{reserves.noSnapshot}</p>;
  return (
    <div className="relative mb-4 overflow-x-auto">
      <table className="con-mini" aria-label={reserves.compared}>
        <thead>
          <tr>
            <th scope="col">{reserves.columns.currency}</th>
            <th scope="col">{reserves.owed}</th>
            <th scope="col">{reserves.held}</th>
            <th scope="col">{reserves.checked}</th>
            <th scope="col">
              <span className="fl-sr">{reserves.compared}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {compared.map((row) => (
            <tr key={row.currency}>
              <th scope="row">{row.currency}</th>
              <td>{formatExact(row.liabilities)}</td>
              <td>{formatExact(row.reserves)}</td>
              <td>{formatExact(row.checked)}</td>
              <td className={row.is_covered ? 'text-good' : 'text-bad'}>
                {row.is_covered ? reserves.covered : reserves.short}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
