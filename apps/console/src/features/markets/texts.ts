/** Markets and currencies. */
export const marketTexts = {
  title: 'Markets',
  sub: (notice: string) =>
    `What is worse for users takes a second operator and ${notice}; orders that wait keep the terms they came with. Step by step, chains, banks and languages too: docs/operating/markets.md.`,
  tabs: { markets: 'Markets', currencies: 'Currencies' },
  tabsLabel: 'What is listed',
  columns: {
    symbol: 'Market',
    state: 'State',
    tick: 'Price step',
    lot: 'Quantity step',
    minimum: 'Smallest order',
    fees: 'Maker, taker',
    bands: 'Bands',
    orders: 'Open orders',
    id: 'No.',
    name: 'Currency',
    scale: 'Decimals',
    use: 'Use',
  },
  empty: 'There is no market yet.',
  emptyCurrencies: 'There is no currency yet.',
  newMarket: 'New market',
  newCurrency: 'New currency',
  acts: { halt: 'Halt', resume: 'Resume', close: 'Close' },
  actTitle: {
    halt: (symbol: string) => `Halt ${symbol}`,
    resume: (symbol: string) => `Resume ${symbol}`,
    close: (symbol: string) => `Close ${symbol}`,
  },
  actHint: {
    halt: 'At once: no new orders. Cancelling goes on, orders that wait stay in the book.',
    resume: 'At once: orders are taken again.',
    close: 'At once: no orders are taken, and users no longer see the market. Cancelling goes on.',
  },
  openHint: 'What was closed is opened by two: a second operator passes it.',
  done: {
    open: (symbol: string) => `${symbol} is open`,
    halted: (symbol: string) => `${symbol} is halted`,
    closed: (symbol: string) => `${symbol} is closed`,
  },
  index: {
    title: 'Index now',
    price: 'Price',
    age: 'Freshness',
    fresh: (seconds = 0) => `Fresh, ${seconds} s old`,
    stale: (seconds?: number) =>
      seconds === undefined ? 'None yet: do not resume' : `Stale, ${seconds} s old: do not resume`,
  },
  history: 'Earlier terms',
} as const;
