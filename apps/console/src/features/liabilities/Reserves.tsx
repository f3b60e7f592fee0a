import type { ApiError } from '@fairlead/client';
import type { ResponseOf } from '@fairlead/contract';
import type { UseQueryResult } from '@tanstack/react-query';
import { formatExact } from '../../parts/amount.ts';
import { DataTable, type RowChoice } from '../../table/DataTable.tsx';
import { wholeList } from '../../table/whole-list.ts';
import { liabilityTexts } from '../../texts/liabilities.ts';
import { reserveColumns } from './columns.tsx';

const t = liabilityTexts.reserves;
const noPages = (): void => undefined;

export interface ReservesProps {
  query: UseQueryResult<ResponseOf<'operatorReserves'>, ApiError>;
  choice: RowChoice;
}

/** Every address with its balance and whose word that is, under what is owed. */
export function Reserves({ query, choice }: ReservesProps) {
  const { data } = query;
  return (
    <>
      {data && <p className="py-3 text-muted">{t.sub(data.platform)}</p>}
      {data && <Compared compared={data.compared} />}
      <DataTable
        label={liabilityTexts.tabs.reserves}
        columns={reserveColumns}
        query={wholeList({ ...query, data: data?.list })}
        rowId={({ id }) => id}
        choice={choice}
        empty={t.empty}
        onPage={noPages}
      />
    </>
  );
}

type Compared = ResponseOf<'operatorReserves'>['compared'];

function Compared({ compared }: { compared: Compared }) {
  if (compared.length === 0) return <p className="pb-3 text-muted">{t.noSnapshot}</p>;
  return (
    <table className="con-mini mb-4" aria-label={t.compared}>
      <thead>
        <tr>
          <th scope="col">{t.columns.currency}</th>
          <th scope="col">{t.owed}</th>
          <th scope="col">{t.held}</th>
          <th scope="col">{t.checked}</th>
          <th scope="col">
            <span className="fl-sr">{t.compared}</span>
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
              {row.is_covered ? t.covered : t.short}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
