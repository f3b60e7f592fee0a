/** Tables, their filters and pages. */
export const tableTexts = {
  filters: 'Filters',
  any: 'Any',
  status: 'Status',
  currency: 'Currency',
  user: 'User id',
  from: 'From',
  to: 'To',
  clear: 'Clear the filters',
  previous: 'Previous page',
  next: 'Next page',
  range: (first: string, last: string, total: string) => `${first}–${last} of ${total}`,
  csv: 'CSV',
  csvSaved: (rows: string) => `${rows} rows saved`,
  failed: 'The list did not load.',
  stale: (time: string) => `Not renewed since ${time}`,
  row: (id: string) => `Row ${id}`,
} as const;
