import { useApi } from '../data/use-api.ts';
import { columns } from '../features/legal/columns.tsx';
import { LegalEditor } from '../features/legal/LegalEditor.tsx';
import { PageFrame } from '../parts/PageFrame.tsx';
import { DataTable } from '../table/DataTable.tsx';
import { useOpenRow } from '../table/use-open-row.ts';
import { wholeList } from '../table/whole-list.ts';
import { legalTexts as t } from '../texts/legal.ts';

const noPages = (): void => undefined;

/** Legal texts with what is still a placeholder; one of them in the editor. */
export function Page() {
  const query = useApi('operatorLegal', {});
  const row = useOpenRow();
  const rows = query.data?.map((text, index) => ({ ...text, id: index + 1 }));
  const open = rows?.find(({ id }) => id === row.openId);
  if (open !== undefined)
    return <LegalEditor key={`${open.slug} ${open.version}`} row={open} onClose={row.close} />;
  return (
    <PageFrame title={t.title} sub={t.sub}>
      <div className="pt-3">
        <DataTable
          label={t.listLabel}
          columns={columns}
          query={wholeList({ ...query, data: rows })}
          rowId={({ id }) => id}
          choice={row.choice}
          empty={t.none}
          onPage={noPages}
        />
      </div>
    </PageFrame>
  );
}
