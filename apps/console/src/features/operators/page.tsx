import { useApi } from '@fairlead/calls';
import { useState } from 'react';
import { ListPage, listed } from '../../lists/ListPage.tsx';
import { useRecord } from '../../lists/use-record.ts';
import { AddPanel } from './AddPanel.tsx';
import { columns } from './columns.tsx';
import { LinkOnce, type Made } from './LinkOnce.tsx';
import { OperatorPanel } from './OperatorPanel.tsx';
import { operatorTexts as t } from './texts.ts';

const POLL_MS = 15_000;

/** Operators and their roles. */
export function Page() {
  const record = useRecord();
  const [made, setMade] = useState<Made>();
  const close = () => {
    setMade(undefined);
    record.close();
  };
  const list = listed({
    label: t.title,
    columns,
    query: useApi('operators', {}, { pollMs: POLL_MS }),
    rowId: ({ id }) => id,
    empty: t.noOperators,
    panel: (row) =>
      row === undefined ? (
        <AddPanel onMade={setMade} onClose={close} />
      ) : (
        <OperatorPanel row={row} onMade={setMade} onClose={close} />
      ),
  });
  return (
    <ListPage
      title={t.title}
      sub={t.sub}
      record={{
        ...record,
        close,
        begin: () => {
          close();
          record.begin();
        },
        choice: {
          ...record.choice,
          onOpen: (id) => {
            setMade(undefined);
            record.choice.onOpen(id);
          },
        },
      }}
      add={{ act: 'createOperator', label: t.add }}
      className="pt-3"
      list={
        made === undefined
          ? list
          : { ...list, panel: () => <LinkOnce made={made} onClose={close} /> }
      }
    />
  );
}
