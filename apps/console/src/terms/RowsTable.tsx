import { labelOf, type TermField, type TermUnits } from './fields.ts';
import { rowName, type TermRow, wordsOf } from './model.ts';

export interface RowsTableProps {
  field: TermField;
  rows: readonly TermRow[];
  units: TermUnits;
}

/** A list of terms as it stands, a record a line. */
export function RowsTable({ field, rows, units }: RowsTableProps) {
  const [key, ...others] = field.rows ?? [];
  // The unit is the same in every line: without it the figures stand in one column.
  const bare: TermUnits = { scales: units.scales };
  return (
    <table className="con-mini">
      <thead>
        <tr>
          <th scope="col">{key && labelOf(key)}</th>
          {others.map((each) => (
            <th key={each.name} scope="col">
              {labelOf(each)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={rowName(field, row)}>
            <th scope="row">{rowName(field, row)}</th>
            {others.map((each) => (
              <td key={each.name}>{wordsOf(each, row[each.name] ?? '', bare)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
