import { Button } from '@fairlead/ui';
import type { ReactNode } from 'react';
import { type Act, useMay } from '../data/acts.ts';
import { PageFrame, type PageFrameProps } from '../parts/PageFrame.tsx';
import { DataTable, type DataTableProps, rowsOf } from './DataTable.tsx';
import { TabBar, type TabBarProps } from './TabBar.tsx';
import type { OpenRecord } from './use-record.ts';

export interface Listed<Row> extends Omit<DataTableProps<Row>, 'choice'> {
  /** Beside the list: the open row; undefined for a new one, where some are added. */
  panel?: (row: Row | undefined) => ReactNode;
}

/** A list whatever its rows are, so that the lists of a page's tabs stand beside each other. */
export interface AnyList {
  readonly label: string;
  readonly table: (choice: OpenRecord['choice']) => ReactNode;
  readonly panel: (record: OpenRecord) => ReactNode;
}

export function listed<Row extends object>({ panel, ...table }: Listed<Row>): AnyList {
  return {
    label: table.label,
    table: (choice) => <DataTable key={table.label} {...table} choice={choice} />,
    panel: ({ isNew, openId }) => {
      const row = isNew
        ? undefined
        : rowsOf(table.query)?.find((each) => table.rowId(each) === openId);
      return isNew || row !== undefined ? panel?.(row) : undefined;
    },
  };
}

export interface ListPageProps<Tab extends string>
  extends Pick<PageFrameProps, 'title' | 'sub' | 'actions'> {
  record: OpenRecord;
  list: AnyList;
  tabs?: TabBarProps<Tab>;
  /** The button that begins a new one, for who may. */
  add?: { readonly act: Act; readonly label: string; readonly isDisabled?: boolean } | undefined;
  /** Of the list's place, where no tabs or filters stand over it. */
  className?: string;
  /** Over the list: filters, notes. */
  children?: ReactNode;
}

/** A page of lists: tabs, filters, one list, and its open record or a new one beside it. */
export function ListPage<Tab extends string>(props: ListPageProps<Tab>) {
  const { title, sub, actions, record, list, tabs, add, className, children } = props;
  const table = list.table(record.choice);
  return (
    <PageFrame
      title={title}
      sub={sub}
      actions={actions ?? (add && <AddButton {...add} onBegin={record.begin} />)}
      panel={<Keyed key={record.isNew ? 'new' : record.openId}>{list.panel(record)}</Keyed>}
    >
      {tabs && (
        <TabBar
          {...tabs}
          onTab={(tab) => {
            record.close();
            tabs.onTab(tab);
          }}
        />
      )}
      {children}
      {className === undefined ? table : <div className={className}>{table}</div>}
    </PageFrame>
  );
}

/** Another record is another panel: what was typed for one is not shown for the next. */
const Keyed = ({ children }: { children: ReactNode }) => children;

interface AddButtonProps extends NonNullable<ListPageProps<string>['add']> {
  onBegin: () => void;
}

function AddButton({ act, label, isDisabled = false, onBegin }: AddButtonProps) {
  const mayAdd = useMay(act);
  if (!mayAdd) return null;
  return (
    <Button size={44} icon="plus" disabled={isDisabled} onClick={onBegin}>
      {label}
    </Button>
  );
}
