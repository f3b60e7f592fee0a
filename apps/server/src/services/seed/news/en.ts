import type { Articles } from './articles.ts';

export const en: Articles = {
  welcome: {
    title: 'Welcome to the demo',
    summary: 'Everything works as it would with real money, but the money is not real.',
    body: `This is a demonstration. **Prices are simulated or recorded, and all funds are test funds** without any value.

- Get test funds on the assets page, as often as the daily limit allows.
- Place orders: they match in a real order book, against other users and two demo bots.
- The bots' orders pass through the same door as yours, and their trades are flagged.

A demo can never be turned into a real exchange: the choice is made at the first start and kept.`,
  },
  promise: {
    title: 'What this exchange cannot do to you',
    summary: 'No one here can change a price, a trade or a balance. Here is why.',
    body: `Some exchanges move prices against their own users. This one is built so that it cannot:

- **No one can write an outcome.** No operator, setting or script changes a price, a fill or a balance. A correction is an entry of its own in the books, with a reason.
- **Every balance is a sum.** It is the total of your records, and each record has its counterpart.
- **Prices name their sources.** Each second's index price is kept with the quotes it was made of.
- **Charts say where they come from.** Trade candles show trades made here, nothing else.`,
  },
  practise: {
    title: 'Practise with test funds',
    summary: 'Get up to 100,000 USDT a day and try every order type.',
    body: `Open **Assets → Deposit** and choose a currency to get test funds. They arrive in your coin account at once and have no value outside this demo.`,
  },
  refused: {
    title: 'Why was my order refused?',
    summary: 'The usual reasons, and what to do.',
    body: `- **Insufficient balance** – available funds count, not those frozen by other orders. Cancel one, or move funds to the coin account.
- **Below the minimum** – each market has a least order value, usually 5 USDT.
- **Price too far from the index** – a limit price must lie within 20 % of the index price. This protects against typing errors.
- **Would not fill** – an IOC, FOK or market order met no offer within reach, or a post-only order would have filled.
- **Price is stale** – the index has no fresh price. Market orders wait; limit orders go on.
- **Market halted** – no new orders for now; you can still cancel.

A refused order changes nothing and costs nothing.`,
  },
  accounts: {
    title: 'Four accounts, one you',
    summary: 'Coin, option, contract and trust account, and moving funds between them.',
    body: `| account | used for |
|---|---|
| Coin | spot trading, deposits, withdrawals |
| Option | options |
| Contract | futures |
| Trust | locked funds |

**Transfer** moves funds between your accounts at once and free of charge. Only available funds can be moved: what an open order has frozen stays until the order ends.

*Total = available + frozen.* The value in USDT is worked out at the present index prices and is an estimate; without a fresh price a dash is shown.`,
  },
  index: {
    title: 'Index price, last price, charts',
    summary: 'Two prices, two charts: what each of them tells you.',
    body: `The **last price** is that of the last trade in our own order book.

The **index price** is the outside reference, one sample a second. With three or more venues it is the median of their fresh quotes, after those more than 0.5 % away are left out; with two it is their mean while they agree. With fewer it is *stale*, and the app says so. A simulated or recorded feed is named as such.

**Trade charts** show only trades made here. **Index charts** show the index, with history from before our time labelled by its source. A minute in which nothing was traded has no candle: nothing is made up.`,
  },
};
