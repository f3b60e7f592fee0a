import { Button } from '@fairlead/ui';
import { useState } from 'react';
import { useMay } from '../data/acts.ts';
import { useApi } from '../data/use-api.ts';
import { columns } from '../features/offices/columns.tsx';
import { OfficePanel } from '../features/offices/OfficePanel.tsx';
import { PageFrame } from '../parts/PageFrame.tsx';
import { DataTable } from '../table/DataTable.tsx';
import { useOpenRow } from '../table/use-open-row.ts';
import { wholeList } from '../table/whole-list.ts';
import { officeTexts as t } from '../texts/offices.ts';

const noPages = (): void => undefined;

/** Offices of the operator; one of them beside the list. */
export function Page() {
  const query = useApi('operatorOffices', {});
  const row = useOpenRow();
  const [isNew, setNew] = useState(false);
  const mayEdit = useMay('saveOffice');
  const open = query.data?.find(({ id }) => id === row.openId);
  const close = () => {
    setNew(false);
    row.close();
  };
  const add = () => {
    row.close();
    setNew(true);
  };
  return (
    <PageFrame
      title={t.title}
      sub={t.sub}
      actions={
        mayEdit && (
          <Button size={44} icon="plus" onClick={add}>
            {t.add}
          </Button>
        )
      }
      panel={
        (isNew || open !== undefined) && (
          <OfficePanel
            key={isNew ? '' : row.openId}
            office={isNew ? undefined : open}
            onClose={close}
          />
        )
      }
    >
      <div className="pt-3">
        <DataTable
          label={t.listLabel}
          columns={columns}
          query={wholeList(query)}
          rowId={({ id }) => id}
          choice={{
            ...row.choice,
            onOpen: (id) => {
              setNew(false);
              row.open(id);
            },
          }}
          empty={t.none}
          onPage={noPages}
        />
      </div>
    </PageFrame>
  );
}
