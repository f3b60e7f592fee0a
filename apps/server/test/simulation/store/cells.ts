/** Cells of the tables in memory as `pg` gives them and takes them. */
import { assert } from '@fairlead/units';
import type { SqlValue } from '../../../src/core/store/database.ts';
import type { MemoryTable } from './memory-table.ts';
import type { ColumnType } from './schema.ts';
import type { Row, SqlCell } from './sql-expression.ts';

type Answer = Record<string, unknown>;

const COLUMN = /^(?:\w+\.)?(\w+|\*)(::text)?(?: AS (\w+))?$/;

export function projection(table: MemoryTable, columns: string): (row: Row) => Answer {
  const picked = columns.split(',').flatMap((part) => {
    const [, name, isText, as = name] = COLUMN.exec(part.trim()) ?? [];
    assert(name !== undefined, `a plain column: ${part}`);
    if (name !== '*') return [{ name, as, isText: isText !== undefined }];
    return [...table.columns.keys()].map((each) => ({ name: each, as: each, isText: false }));
  });
  return (row) => {
    const answer: Answer = {};
    for (const { name, as, isText } of picked) {
      const type = table.columns.get(name)?.type;
      assert(type !== undefined, `${table.schema.name} has a column ${name}`);
      answer[as ?? name] = given(row[name] ?? null, isText ? 'text' : type);
    }
    return answer;
  };
}

/** A cell as `pg` gives it. */
function given(cell: SqlCell, type: ColumnType): unknown {
  if (cell === null) return null;
  switch (type) {
    case 'int2':
    case 'int4':
      return Number(cell);
    case 'numeric':
      return String(cell);
    case 'bytea':
      return Buffer.from(String(cell), 'hex');
    case 'json':
    case 'jsonb':
      return JSON.parse(String(cell));
    default:
      return cell;
  }
}

export function cellOf(value: SqlValue): SqlCell {
  if (typeof value === 'number') return BigInt(value);
  if (Array.isArray(value)) return value.map((each) => BigInt(each as number));
  assert(typeof value !== 'object' || value === null, 'plain parameters');
  return value;
}
