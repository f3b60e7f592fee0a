/** Tables as CSV: amounts and times in plain text, people masked, at most EXPORT_ROWS_MAX rows. */
import { type OperatorRole, routes } from '@fairlead/contract';
import { EXPORT_ROWS_MAX } from '../core/http/limits.ts';
import { csv } from '../core/operations/csv.ts';
import type { TableKind } from '../core/operations/exports.ts';
import type { TableFilter } from '../core/store/export-queries.ts';

export interface Export {
  readonly csv: string;
  readonly rows: number;
}

/** Whether a role may have a table. */
export function mayExport(role: OperatorRole, { shownBy }: TableKind): boolean {
  const { access } = routes[shownBy];
  return role === 'owner' || (access.who === 'operator' && access.roles.includes(role));
}

/** Writes one table. */
export async function exportTable(
  { read }: TableKind,
  filter: Omit<TableFilter, 'rowsMax'>,
): Promise<Export> {
  const rows = await read({ ...filter, rowsMax: EXPORT_ROWS_MAX });
  const [first] = rows;
  return {
    csv: csv(first === undefined ? [] : Object.keys(first), rows.map(Object.values)),
    rows: rows.length,
  };
}
