import type { ApiError } from '@fairlead/client';
import { EmptyState, ErrorState, IconButton, Skeleton } from '@fairlead/ui';
import type { UseQueryResult } from '@tanstack/react-query';
import { createColumnHelper, tableFeatures, useTable } from '@tanstack/react-table';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { useShortcuts } from '../app/shortcuts.ts';
import { errorText } from '../data/error-text.ts';
import { useIsPhone } from '../data/use-media.ts';
import { sharedTexts } from '../texts/shared.ts';
import { tableTexts as t } from '../texts/table.ts';

/** One column. Give the whole list from outside the component, or memoised. */
export interface Column<Row> {
  readonly id: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** Numbers stand at the end. */
  readonly align?: 'end';
  /** On a phone's card: the first line, its right end, or not at all; otherwise a line with its header. */
  readonly card?: 'title' | 'end' | 'none';
  /** Gives way where the table is narrow, as beside an open record: `first` below 880 px, `second` below 560. */
  readonly spare?: 'first' | 'second';
  /** Takes a second line rather than push others out of a narrow table. */
  readonly wraps?: boolean;
}

interface PageOf<Row> {
  readonly list: readonly Row[];
  readonly page: number;
  readonly limit: number;
  readonly total: number;
}

export interface RowChoice {
  readonly selectedId: number | undefined;
  readonly onSelect: (id: number) => void;
  /** Enter, or a click on the row. */
  readonly onOpen: (id: number) => void;
}

export interface DataTableProps<Row> {
  /** Names the table for those who listen. */
  label: string;
  columns: readonly Column<Row>[];
  query: Pick<UseQueryResult<PageOf<Row>, ApiError>, 'data' | 'error' | 'isFetching'> & {
    refetch: () => unknown;
  };
  rowId: (row: Row) => number;
  /** Rows that can be chosen: j, k, arrows, Enter and click. */
  choice?: RowChoice;
  /** One sentence for when there is nothing. */
  empty: ReactNode;
  emptyAction?: ReactNode;
  onPage: (page: number) => void;
  /** A quiet mark at the row's left. */
  toneOf?: (row: Row) => 'warn' | 'bad' | undefined;
}

const features = tableFeatures({});
const NO_ROWS: readonly never[] = [];
const SKELETON_ROWS = 8;

/** A list of the server's, page by page: table on a desk, cards on a phone. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { query, empty, emptyAction, onPage } = props;
  const isPhone = useIsPhone();
  const { data, error } = query;
  useRowKeys(props);
  if (data === undefined && error !== null)
    return (
      <ErrorState
        onRetry={() => void query.refetch()}
        retryLabel={sharedTexts.retry}
        retrying={query.isFetching}
        detail={error.requestId && sharedTexts.requestId(error.requestId)}
      >
        {`${t.failed} ${errorText(error)}`}
      </ErrorState>
    );
  if (data !== undefined && data.list.length === 0)
    return <EmptyState action={emptyAction}>{empty}</EmptyState>;
  return (
    <>
      {isPhone ? <Cards {...props} /> : <Rows {...props} />}
      {data !== undefined && <Pager data={data} onPage={onPage} />}
    </>
  );
}

/** j, k and the arrows move, Enter opens. */
function useRowKeys<Row extends object>({ query, rowId, choice }: DataTableProps<Row>): void {
  const ids: readonly number[] = query.data?.list.map(rowId) ?? NO_ROWS;
  const move = (step: number) => () => {
    if (choice === undefined || ids.length === 0) return;
    const at = choice.selectedId === undefined ? -1 : ids.indexOf(choice.selectedId);
    const next = at < 0 ? 0 : Math.min(ids.length - 1, Math.max(0, at + step));
    const id = ids[next];
    if (id !== undefined) choice.onSelect(id);
  };
  const open = () => {
    if (choice?.selectedId !== undefined && ids.includes(choice.selectedId))
      choice.onOpen(choice.selectedId);
  };
  const keys = { j: move(1), k: move(-1), ArrowDown: move(1), ArrowUp: move(-1), Enter: open };
  useShortcuts(keys, choice !== undefined);
}

function Rows<Row extends object>(props: DataTableProps<Row>) {
  const { label, columns, query, rowId, choice, toneOf } = props;
  const helper = useMemo(() => createColumnHelper<typeof features, Row>(), []);
  const defs = useMemo(
    () =>
      columns.map(({ id, header, cell }) =>
        helper.display({ id, header, cell: ({ row }) => cell(row.original) }),
      ),
    [columns, helper],
  );
  const table = useTable({
    features,
    columns: defs,
    data: query.data?.list ?? NO_ROWS,
    getRowId: (row: Row) => String(rowId(row)),
  });
  const looksOf = (id: string) => {
    const column = columns.find((one) => one.id === id);
    return {
      'data-align': column?.align,
      'data-spare': column?.spare,
      'data-wraps': column?.wraps || undefined,
    };
  };
  const selected = useScrolledTo(choice?.selectedId);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reached by keyboard
    <section className="con-table-scroll" tabIndex={0} aria-label={label}>
      <table
        className="con-table"
        role={choice && 'grid'}
        aria-label={label}
        aria-busy={query.data === undefined || undefined}
      >
        <thead>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id}>
              {group.headers.map((header) => (
                <th key={header.id} scope="col" {...looksOf(header.id)}>
                  <table.FlexRender header={header} />
                </th>
              ))}
            </tr>
          ))}
        </thead>
        <tbody>
          {query.data === undefined && <SkeletonBody columns={columns.length} />}
          {table.getRowModel().rows.map((row) => {
            const id = rowId(row.original);
            const isSelected = choice?.selectedId === id;
            return (
              <tr
                key={row.id}
                ref={isSelected ? selected : undefined}
                data-tone={toneOf?.(row.original)}
                aria-selected={choice && isSelected}
                onClick={choice && (() => choice.onOpen(id))}
              >
                {row.getAllCells().map((cell) => (
                  <td key={cell.id} {...looksOf(cell.column.id)}>
                    <table.FlexRender cell={cell} />
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

function SkeletonBody({ columns }: { columns: number }) {
  return Array.from({ length: SKELETON_ROWS }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: all alike
    <tr key={row}>
      {Array.from({ length: columns }, (_, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all alike
        <td key={column}>
          <Skeleton width="70%" />
        </td>
      ))}
    </tr>
  ));
}

/** Keeps the chosen row in view. */
function useScrolledTo(id: number | undefined) {
  const selected = useRef<HTMLTableRowElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another choice scrolls
  useEffect(() => {
    // Some browsers answer with a promise, which is no clean-up.
    void selected.current?.scrollIntoView?.({ block: 'nearest' });
  }, [id]);
  return selected;
}

function Cards<Row extends object>({
  label,
  columns,
  query,
  rowId,
  choice,
  toneOf,
}: DataTableProps<Row>) {
  if (query.data === undefined)
    return (
      <div role="status" aria-busy="true" aria-label={sharedTexts.loading} className="grid gap-3">
        {Array.from({ length: SKELETON_ROWS }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: all alike
          <Skeleton key={row} height={96} />
        ))}
      </div>
    );
  return (
    <ul className="con-cards" aria-label={label}>
      {query.data.list.map((row) => {
        const id = rowId(row);
        return (
          <li
            key={id}
            data-tone={toneOf?.(row)}
            aria-current={choice?.selectedId === id || undefined}
          >
            <CardBody row={row} columns={columns} />
            {choice && (
              <button
                type="button"
                className="con-card-open"
                aria-label={t.row(String(id))}
                onClick={() => choice.onOpen(id)}
              />
            )}
          </li>
        );
      })}
    </ul>
  );
}

function CardBody<Row>({ row, columns }: { row: Row; columns: readonly Column<Row>[] }) {
  const of = (place: Column<Row>['card']) => columns.filter(({ card }) => card === place);
  return (
    <>
      <div className="con-card-head">
        <span>
          {of('title').map(({ id, cell }) => (
            <span key={id}>{cell(row)}</span>
          ))}
        </span>
        <span>
          {of('end').map(({ id, cell }) => (
            <span key={id}>{cell(row)}</span>
          ))}
        </span>
      </div>
      <dl>
        {of(undefined).map(({ id, header, cell }) => (
          <div key={id}>
            <dt>{header}</dt>
            <dd>{cell(row)}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

export function Pager({ data, onPage }: { data: PageOf<unknown>; onPage: (page: number) => void }) {
  const { page, limit, total, list } = data;
  const first = (page - 1) * limit + 1;
  if (total <= limit && page === 1) return null;
  const grouped = (value: number) => value.toLocaleString('en');
  return (
    <div className="con-pager">
      <span>{t.range(grouped(first), grouped(first + list.length - 1), grouped(total))}</span>
      <IconButton
        icon="back"
        iconSize={16}
        label={t.previous}
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
      />
      <IconButton
        icon="chevronRight"
        iconSize={16}
        label={t.next}
        disabled={page * limit >= total}
        onClick={() => onPage(page + 1)}
      />
    </div>
  );
}
