/** CSV as RFC 4180 has it, that a spreadsheet reads as text and never runs (cases.md L6). */

/** What begins a formula; a plain number with a sign is none. */
const FORMULA = /^[=+\-@\t\r\n]/;
const NUMBER = /^-?\d+(\.\d+)?$/;

export type Cell = string | number | bigint | boolean | undefined;

function cellText(cell: Cell): string {
  const text = cell === undefined ? '' : String(cell);
  const shown = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(shown) ? `"${shown.replaceAll('"', '""')}"` : shown;
}

/** Lines of cells, a header first, each ended by CRLF. */
export function csv(header: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return csvLines([header, ...rows]);
}

/** Lines of cells, each ended by CRLF. */
export function csvLines(lines: readonly (readonly Cell[])[]): string {
  return lines.map((cells) => `${cells.map(cellText).join(',')}\r\n`).join('');
}
