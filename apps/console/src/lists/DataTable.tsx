import { Failed, type LoadedQuery } from '@fairlead/calls';
import { EmptyState, IconButton, Skeleton } from '@fairlead/ui';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { useIsPhone } from '../data/hooks.ts';
import { useShortcuts } from '../parts/shortcuts.ts';
import { sharedTexts } from '../parts/texts.ts';
import { tableTexts as t } from './texts.ts';

export interface Column<Row> {
  readonly id: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** Numbers stand at the end. */
  readonly align?: 'end';
  /** On a phone's card: the first line, its right end, or not at all; otherwise a line with its header. */
  readonly card?: 'title' | 'end' | 'none';
  /** Gives way where the table is narrow, as beside an open record: `first` below 880 px, `second` below 720. */
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
  /** One page; a list that the server gives whole is its only one. */
  query: LoadedQuery<PageOf<Row> | readonly Row[]>;
  rowId: (row: Row) => number;
  /** Rows that can be chosen: j, k, arrows, Enter and click. */
  choice?: RowChoice;
  /** One sentence for when there is nothing. */
  empty: ReactNode;
  emptyAction?: ReactNode;
  onPage?: (page: number) => void;
  /** A quiet mark at the row's left. */
  toneOf?: (row: Row) => 'warn' | 'bad' | undefined;
}

interface Shown<Row> extends DataTableProps<Row> {
  /** Undefined while the first page loads. */
  rows: readonly Row[] | undefined;
}

const SKELETON_ROWS = 8;
const noPages = (): void => undefined;

function pageOf<Row>(data: PageOf<Row> | readonly Row[]): PageOf<Row> {
  if ('list' in data) return data;
  return { list: data, page: 1, limit: Math.max(1, data.length), total: data.length };
}

/** The rows of a query as far as they have come. */
export const rowsOf = <Row,>({ data }: DataTableProps<Row>['query']): readonly Row[] | undefined =>
  data && pageOf(data).list;

/** A list of the server's, page by page: table on a desk, cards on a phone. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { query, empty, emptyAction, onPage = noPages } = props;
  const isPhone = useIsPhone();
  const page = query.data && pageOf(query.data);
  const shown = { ...props, rows: page?.list };
  const list = useRowKeys(shown);
  if (page === undefined && query.error) return <Failed query={query} failed={t.failed} />;
  if (page?.list.length === 0) return <EmptyState action={emptyAction}>{empty}</EmptyState>;
  return (
    <>
      {isPhone ? <Cards {...shown} /> : <Rows {...shown} list={list} />}
      {page && <Pager data={page} onPage={onPage} />}
    </>
  );
}

/** j, k and the arrows move, Enter opens. */
function useRowKeys<Row>({ rows, rowId, choice }: Shown<Row>) {
  const list = useRef<HTMLElement>(null);
  const ids: readonly number[] = rows?.map(rowId) ?? [];
  const move = (step: number) => () => {
    if (choice === undefined || ids.length === 0) return;
    const at = choice.selectedId === undefined ? -1 : ids.indexOf(choice.selectedId);
    const next = at < 0 ? 0 : Math.min(ids.length - 1, Math.max(0, at + step));
    const id = ids[next];
    if (id === undefined) return;
    // Enter would press a link or button that has the focus, such as the menu's, and not open the chosen row.
    if (document.activeElement?.closest('a, button, summary, label')) list.current?.focus();
    choice.onSelect(id);
  };
  const open = () => {
    if (choice?.selectedId !== undefined && ids.includes(choice.selectedId))
      choice.onOpen(choice.selectedId);
  };
  const keys = { j: move(1), k: move(-1), ArrowDown: move(1), ArrowUp: move(-1), Enter: open };
  useShortcuts(keys, choice !== undefined);
  return list;
}

interface RowsProps<Row> extends Shown<Row> {
  /** Takes the focus when a row is chosen by key. */
  list: RefObject<HTMLElement | null>;
}

function Rows<Row>({ label, columns, rows, rowId, choice, toneOf, list }: RowsProps<Row>) {
  const looksOf = ({ align, spare, wraps }: Column<Row>) => ({
    'data-align': align,
    'data-spare': spare,
    'data-wraps': wraps || undefined,
  });
  const selected = useScrolledTo(choice?.selectedId);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reached by keyboard
    <section ref={list} className="con-table-scroll" tabIndex={0} aria-label={label}>
      <table
        className="con-table"
        role={choice && 'grid'}
        aria-label={label}
        aria-busy={rows === undefined || undefined}
      >
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.id} scope="col" {...looksOf(column)}>
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows === undefined && <SkeletonBody columns={columns.length} />}
          {rows?.map((row) => {
            const id = rowId(row);
            const isSelected = choice?.selectedId === id;
            return (
              <tr
                key={id}
                ref={isSelected ? selected : undefined}
                data-tone={toneOf?.(row)}
                aria-selected={choice && isSelected}
                onClick={choice && (() => choice.onOpen(id))}
              >
                {columns.map((column) => (
                  <td key={column.id} {...looksOf(column)}>
                    {column.cell(row)}
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

function Cards<Row>({ label, columns, rows, rowId, choice, toneOf }: Shown<Row>) {
  if (rows === undefined)
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
      {rows.map((row) => {
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
