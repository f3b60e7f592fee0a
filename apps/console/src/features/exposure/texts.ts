/** What the house stands for. */
export const exposureTexts = {
  title: 'Exposure',
  sub: (time: string) => `What the house stands for in futures and options, as of ${time}`,
  subPending: 'What the house stands for in futures and options',
  failed: 'The exposure did not load.',
  calm: 'Nothing is near its limit',
  calmDetail: 'Every limit and every account of the house has a fifth or more to spare.',
  near: (count: number) =>
    count === 1 ? '1 thing is near its limit' : `${count} things are near their limits`,
  nearLines: {
    interest: (symbol: string, share: string) =>
      `Open interest of ${symbol} is at ${share} of its limit: openings beyond it are refused.`,
    payouts: (symbol: string, share: string) =>
      `Pay-outs of options on ${symbol} are at ${share} of their limit: purchases beyond it are refused.`,
    contractHouse: (currency: string, share: string) =>
      `${share} of the contract house in ${currency} is kept ready: openings beyond it are refused.`,
    optionHouse: (currency: string, share: string) =>
      `${share} of the option house in ${currency} is kept ready: purchases beyond it are refused.`,
    insuranceEmpty: (currency: string) =>
      `The insurance fund in ${currency} is empty: losses beyond a margin stay with the house.`,
  },
  houseTitle: (currency: string) => `House, ${currency}`,
  house: {
    account: 'Account',
    total: 'Balance',
    reserved: 'Kept ready',
    free: 'Free',
    use: 'In use',
    contract: 'Contract house',
    contractNote: 'The other side of positions; ready is the most they may win',
    insurance: 'Insurance fund',
    insuranceNote: 'Pays losses beyond a margin',
    option: 'Option house',
    optionNote: 'The other side of options; ready is the most they may win',
    escrow: 'Option escrow',
    escrowNote: 'Stakes and fees of open orders: the users’ until delivery',
    sum: 'Of the house together',
  },
  pnl: 'If all positions closed now, before fees, users would get from the house',
  pnlOwed: 'If all positions closed now, before fees, the house would get from users',
  marketsTitle: 'Markets',
  marketsNone: 'Neither futures nor options are offered yet.',
  columns: {
    market: 'Market',
    long: 'Long',
    short: 'Short',
    waiting: 'Waiting',
    interest: 'Open interest',
    positions: 'Positions',
    rise: 'If it rises',
    fall: 'If it falls',
    payouts: 'Pay-outs',
    orders: 'Orders',
  },
  ofLimit: (amount: string, limit: string) => `${amount} of ${limit}`,
  sum: 'Sum',
  refunds: {
    title: 'Options with too few samples',
    note: 'Public. A win that the house voided is paid; everything else with too few samples is refunded.',
    total: 'All',
    columns: [
      'Day (UTC)',
      'Refunded',
      'Paid as win',
      'By the house',
      'By the market',
      'Would have won',
      'Would have lost',
      'Would be flat',
    ],
  },
  links: { positions: 'All positions', options: 'All option orders', house: 'House accounts' },
} as const;
