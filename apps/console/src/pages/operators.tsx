import { Button } from '@fairlead/ui';
import { useState } from 'react';
import { useMay } from '../data/acts.ts';
import { useApi } from '../data/use-api.ts';
import { AddPanel } from '../features/operators/AddPanel.tsx';
import { columns } from '../features/operators/columns.tsx';
import { LinkOnce, type Made } from '../features/operators/LinkOnce.tsx';
import { OperatorPanel } from '../features/operators/OperatorPanel.tsx';
import { PageFrame } from '../parts/PageFrame.tsx';
import { DataTable } from '../table/DataTable.tsx';
import { useOpenRow } from '../table/use-open-row.ts';
import { wholeList } from '../table/whole-list.ts';
import { operatorTexts as t } from '../texts/operators.ts';

const POLL_MS = 15_000;
const noPages = (): void => undefined;

/** Operators and their roles. */
export function Page() {
  const query = useApi('operators', {}, { pollMs: POLL_MS });
  const row = useOpenRow();
  const [isAdding, setAdding] = useState(false);
  const [made, setMade] = useState<Made>();
  const mayAdd = useMay('createOperator');
  const open = query.data?.find(({ id }) => id === row.openId);
  const close = () => {
    setMade(undefined);
    setAdding(false);
    row.close();
  };
  return (
    <PageFrame
      title={t.title}
      sub={t.sub}
      actions={
        mayAdd && (
          <Button
            size={44}
            icon="plus"
            onClick={() => {
              close();
              setAdding(true);
            }}
          >
            {t.add}
          </Button>
        )
      }
      panel={
        <>
          {made !== undefined && <LinkOnce made={made} onClose={close} />}
          {made === undefined && isAdding && <AddPanel onMade={setMade} onClose={close} />}
          {made === undefined && !isAdding && open && (
            <OperatorPanel key={open.id} row={open} onMade={setMade} onClose={close} />
          )}
        </>
      }
    >
      <div className="pt-3">
        <DataTable
          label={t.title}
          columns={columns}
          query={wholeList(query)}
          rowId={({ id }) => id}
          choice={{
            ...row.choice,
            onOpen: (id) => {
              close();
              row.open(id);
            },
          }}
          empty={t.noOperators}
          onPage={noPages}
        />
      </div>
    </PageFrame>
  );
}
