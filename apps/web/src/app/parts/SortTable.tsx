import { Icon, Term } from '@fairlead/ui';
import { type CSSProperties, Fragment, type ReactNode, useCallback, useState } from 'react';
import { useTranslations } from 'use-intl';
import { type SortKey, sortedBy, sortRows, type TableSort } from './sort-rows.ts';

export interface Help {
  readonly title: string;
  readonly sentence: string;
}

export interface SortColumn<Row> {
  readonly id: string;
  readonly name: string;
  /** Of what stands small under the figure that it is sorted by. */
  readonly under?: string;
  /** Words stand at the left and begin with the first; figures at the right, the greatest first. */
  readonly look: 'word' | 'time' | 'figure';
  /** What the figure is, and what the one under it: told where its name stands. */
  readonly help?: Help;
  readonly underHelp?: Help;
  /** Compared exactly; what has none stands last. */
  readonly keyOf: (row: Row) => SortKey;
  readonly cellOf: (row: Row) => ReactNode;
  /** It moves with the price: rows stay where they are until a head is pressed again. */
  readonly isLive?: boolean;
}

export interface SortTableProps<Row> {
  label: string;
  rows: readonly Row[];
  /** Given how wide the table is, in pixels. */
  columnsOf: (width: number) => readonly SortColumn<Row>[];
  /** Undefined as they are listed. */
  first?: TableSort;
  /** What can be done with a row, in sight where the figures are scrolled. */
  acts: (row: Row) => ReactNode;
  /** In a line of its own under the row. */
  below?: (row: Row) => ReactNode;
  isFaded?: (row: Row) => boolean;
}

/** Figures in columns, sorted by any of them; two tables of a terminal look and work the same. */
export function SortTable<Row extends { readonly id: number }>(props: SortTableProps<Row>) {
  const { label, rows, columnsOf, first, acts, below, isFaded } = props;
  const [sort, setSort] = useState(first);
  const [measure, width] = useWidth();
  const columns = columnsOf(width);
  const sorted = useOrder(rows, columns, sort);
  return (
    <div ref={measure} className="overflow-x-auto px-2">
      <table aria-label={label} className="w-full text-12 whitespace-nowrap">
        <thead>
          <tr className="text-muted">
            {columns.map((column, place) => (
              <Head
                key={column.id}
                column={column}
                place={apart(columns, place)}
                sort={sort}
                onSort={() =>
                  setSort(sortedBy(sort, { column: column.id, isWord: column.look === 'word' }))
                }
              />
            ))}
            <td />
          </tr>
        </thead>
        <tbody>
          {sorted.map((row) => {
            const under = below?.(row);
            return (
              <Fragment key={row.id}>
                <tr
                  className={`border-b border-hairline hover:bg-raised ${isFaded?.(row) ? 'fl-stale' : ''}`}
                >
                  {columns.map(({ id, look, cellOf }, place) => (
                    <td
                      key={id}
                      className={`h-9 px-1.5 ${FIGURE[look]}`}
                      style={apart(columns, place)}
                    >
                      {cellOf(row)}
                    </td>
                  ))}
                  <td className="text-end" style={ACTS}>
                    {acts(row)}
                  </td>
                </tr>
                {under && (
                  <tr className="border-b border-hairline">
                    <td colSpan={columns.length + 1} className="px-4 py-2.5">
                      {under}
                    </td>
                  </tr>
                )}
              </Fragment>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

/** As wide as a finger needs, and yet at the edge of its figures. */
const MARK = { display: 'inline-block', paddingInline: 5 } as const;
const MARK_PLACE = { marginInlineEnd: -5 } as const;

const FIGURE = { word: '', time: '', figure: 'text-end tnum' } as const;

/** What begins at the start of a line stands clear of the figure that ends before it. */
const apart = (
  columns: readonly Pick<SortColumn<never>, 'look'>[],
  place: number,
): { readonly paddingInlineStart: number } | undefined =>
  columns[place]?.look !== 'figure' && columns[place - 1]?.look === 'figure'
    ? { paddingInlineStart: 20 }
    : undefined;

const ACTS = { position: 'sticky', insetInlineEnd: 0, background: 'var(--bg)' } as const;

interface HeadProps {
  column: Pick<SortColumn<never>, 'id' | 'name' | 'under' | 'look' | 'help' | 'underHelp'>;
  place: CSSProperties | undefined;
  sort: TableSort | undefined;
  onSort: () => void;
}

/** A word that sorts; the one by which says which way. What it means stands behind the mark after it. */
function Head({ column, place, sort, onSort }: HeadProps) {
  const { id, name, under, look, help, underHelp } = column;
  const t = useTranslations('markets');
  const isOn = sort?.column === id;
  const direction = sort?.isDescending ? 'descending' : 'ascending';
  return (
    <th
      scope="col"
      aria-sort={isOn ? direction : 'none'}
      className={`h-8 px-1.5 ${look === 'figure' ? 'text-end' : 'text-start'}`}
      // Beside heads of two lines it stands with the first.
      style={{ verticalAlign: 'top', ...place }}
    >
      <button
        type="button"
        className={`hit inline-flex h-8 items-center ${isOn ? 'text-text' : ''}`}
        style={{ fontWeight: isOn ? 500 : 400 }}
        aria-label={t('sortBy', { column: name, direction: isOn ? t(direction) : '' })}
        onClick={onSort}
      >
        {name}
        {isOn && <Icon name={sort?.isDescending ? 'chevronDown' : 'chevronUp'} size={14} />}
      </button>
      {help && (
        <span style={MARK_PLACE}>
          <Explained help={help}>
            <span className="fl-sr">{name}</span>
            <span style={MARK}>
              <Icon name="info" size={14} />
            </span>
          </Explained>
        </span>
      )}
      {under && (
        <span
          className="block pb-1"
          // A word that is pressed keeps off the one above it.
          style={{ marginTop: underHelp === undefined ? -8 : 0, fontWeight: 400 }}
        >
          {underHelp === undefined ? under : <Explained help={underHelp}>{under}</Explained>}
        </span>
      )}
    </th>
  );
}

/** The word of a card that explains itself, in a head. */
function Explained({ help, children }: { help: Help; children: ReactNode }) {
  const t = useTranslations('common');
  return (
    <Term {...help} closeLabel={t('close')}>
      {children}
    </Term>
  );
}

/** Rows by the chosen column. By one that moves they are sorted once, or another would come under the finger. */
function useOrder<Row extends { readonly id: number }>(
  rows: readonly Row[],
  columns: readonly SortColumn<Row>[],
  sort: TableSort | undefined,
): readonly Row[] {
  const column = columns.find(({ id }) => id === sort?.column);
  const isLive = column?.isLive === true;
  const reason = JSON.stringify([sort, rows.map(({ id }) => id)]);
  const [kept, setKept] = useState<{ readonly reason: string; readonly ids: readonly number[] }>();
  const sorted =
    column === undefined ? rows : sortRows(rows, sort?.isDescending === true, column.keyOf);
  if (!isLive) return sorted;
  if (kept?.reason !== reason) {
    setKept({ reason, ids: sorted.map(({ id }) => id) });
    return sorted;
  }
  const byId = new Map(rows.map((row) => [row.id, row]));
  return kept.ids.flatMap((id) => byId.get(id) ?? []);
}

/** How wide a place is, once it stands; wide until then. */
function useWidth(): [(element: HTMLElement | null) => (() => void) | undefined, number] {
  const [width, setWidth] = useState(Number.POSITIVE_INFINITY);
  const measure = useCallback((element: HTMLElement | null) => {
    if (element === null || !('ResizeObserver' in window)) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined) setWidth(entry.contentRect.width);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [measure, width];
}
