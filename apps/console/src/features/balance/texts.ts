/** What is owed, what the house has, and what lies outside. */
export const balanceTexts = {
  title: 'Balance sheet',
  sub: 'What is owed to users, what the house has and what lies outside, per currency. Together they are zero, always.',
  sound: 'The books add up',
  soundDetail: (time: string) =>
    `Balances, holds and sums were checked against the ledger at ${time}.`,
  notChecked: 'Not checked since the server started. The first check runs within minutes.',
  drift: 'The books do not add up',
  driftDetail: (currencies: string) =>
    `Trading and paying out are stopped. Out of balance: ${currencies}. An engineer must look before anything is passed.`,
  driftElsewhere:
    'Trading and paying out are stopped. The sums below are zero; the difference is elsewhere: see System.',
  columns: {
    currency: 'Currency',
    users: 'Owed to users',
    house: 'House',
    transit: 'In transit',
    receivables: 'Owed by users',
    custody: 'Custody',
    sum: 'Sum',
  },
  panel: (currency: string) => `${currency}, whole`,
  users: 'Owed to users',
  houseTitle: 'House accounts',
  total: 'Total',
  frozen: 'of it frozen',
  userAccounts: {
    coin: 'Coin accounts',
    option: 'Option accounts',
    contract: 'Contract accounts',
    trust: 'Trust accounts',
  } as Readonly<Record<string, string>>,
  facts: {
    custody: 'Custody',
    transit: 'In transit',
    receivables: 'Owed by users',
    sum: 'Sum of everything',
  },
  custodyHint: 'Custody is what lies outside in our name: the opposite of the account external.',
  entries: 'Entries in this currency',
  empty: 'Nothing was posted yet.',
} as const;
