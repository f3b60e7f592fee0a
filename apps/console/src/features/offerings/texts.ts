/** Offerings: new currencies that are sold before their market opens. */
export const offeringTexts = {
  title: 'Offerings',
  sub: (notice: string) =>
    `What is worse for users takes a second operator and ${notice}. Who has subscribed keeps price and lock-up.`,
  newOffering: 'New offering',
  panel: (id: number) => `Offering ${id}`,
  empty: 'There is no offering yet.',
  columns: {
    id: 'No.',
    offering: 'Sold',
    state: 'State',
    price: 'Issue price',
    sold: 'Of the total',
    soldAmount: 'Amount sold',
    review: 'Under review',
    proceeds: 'Proceeds',
    supply: 'Supply left',
    closes: 'Closes',
  },
  states: {
    upcoming: 'Upcoming',
    subscribing: 'On sale',
    sold_out: 'Sale ended',
    redeeming: 'Launched',
  },
  closed: 'Nobody can subscribe',
  live: 'So far',
  facts: {
    sold: 'Sold',
    remaining: 'May still be sold',
    review: 'Under review',
    subscriptions: 'Subscriptions',
    proceeds: 'Proceeds',
    supply: 'Supply left',
  },
  subscriptions: 'Its subscriptions',
  markets: 'Markets',
  next: 'What is to be done',
  steps: {
    fund: (missing: string, account: string) =>
      `The supply is ${missing} short of what may still be sold: subscriptions beyond it are refused. An entry to ${account} brings it in once the issuer has delivered: from outside, or from capital where that has the currency.`,
    fundAct: (amount: string) => `Propose ${amount}`,
    funded: 'The supply covers what may still be sold.',
    review: (count: string) => `${count} under review: decide them before the market opens.`,
    market:
      'Add the market of the currency under Markets before the launch; it begins halted. Open it there after the launch, once nothing is under review. No restart is needed.',
    launched:
      'It is launched: open its market under Markets once nothing is under review. What was passed is released by itself when its days are over.',
  },
} as const;
