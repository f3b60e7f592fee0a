import { Button, DecimalField, IconButton } from '@fairlead/ui';
import { labelOf, scaleOf, type TermField, type TermUnits, trailingOf } from './fields.ts';
import { type RowForm, rowFormOf } from './forms.ts';
import { termTexts as t } from './texts.ts';

export interface RowInputsProps {
  field: TermField;
  rows: readonly RowForm[];
  units: TermUnits;
  hint: string | undefined;
  /** What may be written in each column, and what changing it takes. */
  rules: readonly string[];
  errorOf: (name: string) => string | undefined;
  onRows: (rows: readonly RowForm[]) => void;
}

/** A list of records as lines of fields; a new line stands last, and is sorted in when it is saved. */
export function RowInputs({ field, rows, units, hint, rules, errorOf, onRows }: RowInputsProps) {
  const columns = field.rows ?? [];
  const set = (at: number, row: RowForm) =>
    onRows(rows.map((old, index) => (index === at ? row : old)));
  const error = errorOf(field.name);
  return (
    <fieldset className="con-rows" data-columns={columns.length}>
      <legend>{labelOf(field)}</legend>
      <div className="con-rows-head" aria-hidden="true">
        {columns.map((column) => (
          <span key={column.name}>{labelOf(column)}</span>
        ))}
      </div>
      {rows.map((row, index) => (
        <RowLine
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is told apart by where it stands
          key={index}
          field={field}
          number={index + 1}
          row={row}
          units={units}
          errorOf={(name) => errorOf(`${field.name}.${index}.${name}`)}
          onRow={(next) => set(index, next)}
          onRemove={() => onRows(rows.filter((_, at) => at !== index))}
        />
      ))}
      {(error ?? hint) && (
        <p className="fl-help" data-bad={error ? '' : undefined} role={error ? 'alert' : undefined}>
          {error ?? hint}
        </p>
      )}
      {rules.map((rule) => (
        <p key={rule} className="fl-help">
          {rule}
        </p>
      ))}
      <Button size={36} icon="plus" onClick={() => onRows([...rows, rowFormOf(field)])}>
        {t.addRow[field.name]}
      </Button>
    </fieldset>
  );
}

interface RowLineProps {
  field: TermField;
  /** From 1. */
  number: number;
  row: RowForm;
  units: TermUnits;
  errorOf: (name: string) => string | undefined;
  onRow: (row: RowForm) => void;
  onRemove: () => void;
}

function RowLine({ field, number, row, units, errorOf, onRow, onRemove }: RowLineProps) {
  const name = t.rowNumber(labelOf(field), number);
  const columns = field.rows ?? [];
  return (
    <div className="con-rows-line">
      {columns.map((column) => {
        const { name: key } = column;
        return (
          <DecimalField
            key={key}
            label={t.rowNumber(labelOf(column), number)}
            labelHidden
            value={row[key] ?? ''}
            trailing={column.kind === 'share' ? trailingOf(column, units) : undefined}
            scale={column.kind === 'count' ? 0 : scaleOf(column, units)}
            error={errorOf(key)}
            onValueChange={(value) => onRow({ ...row, [key]: value })}
          />
        );
      })}
      <IconButton icon="trash" iconSize={16} label={t.removeRow(name)} onClick={onRemove} />
    </div>
  );
}
