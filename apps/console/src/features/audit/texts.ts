/** The audit log. */
export const auditTexts = {
  title: 'Audit log',
  sub: 'Everything an operator looked at or did, chained by hashes: a row that is altered breaks the chain.',
  columns: {
    id: 'No.',
    time: 'When',
    operator: 'Operator',
    action: 'What',
    subject: 'On what',
    ip: 'From',
  },
  server: 'the server',
  filters: { operator: 'Operator', action: 'What begins with', subject: 'On what' },
  empty: 'Nothing in the log fits these filters.',
  emptyAll: 'Nothing is in the log yet.',
  panel: (id: number) => `Row ${id}`,
  facts: { time: 'When', operator: 'Operator', action: 'What', subject: 'On what', ip: 'From' },
  detail: 'Detail',
  noDetail: 'Nothing more was written down.',
  hash: 'Hash of this row',
  verify: 'Verify the chain',
  intact: (rows: string) => `The chain is intact, ${rows} rows`,
  head: 'Head',
  headHint:
    'Note the head elsewhere: whoever has it can prove later that nothing before it was altered.',
  broken: (id: number) => `The chain is broken at row ${id}`,
  brokenHint:
    'This row, or one before it, is not what was written. Keep a copy of the database and find out who had access.',
} as const;
