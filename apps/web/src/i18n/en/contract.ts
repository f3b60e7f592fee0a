/** The bar and head that futures and options share. */
export const contract = {
  products: 'Product',
  futures: 'Futures',
  options: 'Options',
  chart: 'Chart',
  history: 'History',
  markets: 'Choose a market',
  index: 'Index price',
  indexDetail:
    'Sampled once a second from the quotes of several exchanges, and kept with its sources. With three or more it is their median, so that no single exchange can move it alone. A simulated or recorded feed is one source and is named so.',
  median: '{count, plural, one {Index of # exchange} other {Median of # exchanges}}',
  simulated: 'Simulated feed',
  replay: 'Recorded feed',
  sources: 'Where it comes from',
  sourcesNote: 'last sample',
  noSources: 'The last sample has no source: the price is not live.',
  asOf: 'as of {time}',
  noPrice: 'No live price',
  haltedNote:
    'Trading of {symbol} is halted. Nothing can be opened. What is open goes on: it can be closed, and triggers and deliveries take place.',
  notOffered: {
    futures: 'Futures on {symbol} are not offered at the moment.',
    options: 'Options on {symbol} are not offered at the moment.',
  },
  otherMarket: 'Choose another market',
} as const;
