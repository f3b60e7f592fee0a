/** Several clients that do everything with money that a user can do at once, as fast as they are answered. */
import type { RouteName } from '@fairlead/contract';
import type { MoneyCall } from '../api.ts';
import { type Person, USDT } from '../people.ts';
import type { Draw } from './draw.ts';
import type { Attempt, Journal } from './journal.ts';

/** Calls on their way at once: some are always between being sent and being answered. */
const LOOPS = 16;
/** Orders, positions and locks that a client remembers to end again. */
const REMEMBERED_MAX = 50;

export interface Trader extends Person {
  /** Ids that acknowledged calls gave. */
  readonly orders: number[];
  readonly positions: number[];
  readonly hostings: number[];
}

export interface Load {
  /** Sends a call and gives the bytes of its answer; throws where there will be none. */
  readonly send: (call: MoneyCall, signal: AbortSignal) => Promise<string>;
  /** What a loop waits between two calls; without it the load takes all that the machine has. */
  readonly restMs?: number;
  /** What it waits after a call that was not answered, where others may be; without it that was its last. */
  readonly restAfterFailureMs?: number;
  readonly traders: readonly Trader[];
  readonly journal: Journal;
  readonly draw: Draw;
  /** Whole USDT, of ETH and of BTC. */
  readonly prices: { readonly eth: number; readonly btc: number };
  /** Tells apart the keys of rounds. */
  readonly name: string;
}

type Request = readonly [RouteName, Readonly<Record<string, string>>];
type Maker = (trader: Trader, load: Load, name: string) => Request;

const order: Maker = (_trader, { draw, prices }, name) => [
  'placeOrder',
  {
    symbol: 'ETH/USDT',
    side: draw.below(2) === 0 ? 'buy' : 'sell',
    type: 'limit',
    price: String(prices.eth + draw.below(21) - 10),
    quantity: `0.0${1 + draw.below(9)}`,
    client_order_id: name,
  },
];

const faucet: Maker = (_trader, { draw }) => [
  'faucet',
  { currency_id: USDT, amount: String(1 + draw.below(5)) },
];

const position: Maker = (_trader, { draw, prices }, name) => {
  const isLimit = draw.below(2) === 0;
  const [side, price] = draw.below(2) === 0 ? ['long', 0.96] : ['short', 1.04];
  return [
    'openPosition',
    {
      symbol: 'BTC/USDT',
      side: String(side),
      lots: '1',
      multiple: '10',
      client_order_id: name,
      type: isLimit ? 'limit' : 'market',
      ...(isLimit && { price: String(Math.round(prices.btc * Number(price))) }),
    },
  ];
};

/** Ends something of one's own; while there is nothing, a faucet grant takes its place. */
const ending =
  (take: (trader: Trader) => number | undefined, request: (id: string) => Request): Maker =>
  (trader, load, name) => {
    const id = take(trader);
    return id === undefined ? faucet(trader, load, name) : request(String(id));
  };

const ACCOUNTS = ['coin', 'contract', 'option', 'trust'] as const;

/** Each with how often it comes, in hundredths. */
const MIX: readonly (readonly [number, Maker])[] = [
  [45, order],
  [
    10,
    ending(
      ({ orders }) => orders.shift(),
      (id) => ['cancelOrder', { order_id: id }],
    ),
  ],
  [
    12,
    (_trader, { draw }) => [
      'transfer',
      {
        from_account: draw.one(ACCOUNTS) ?? 'coin',
        to_account: draw.one(ACCOUNTS) ?? 'trust',
        currency_id: USDT,
        amount: `${1 + draw.below(9)}.${draw.below(10)}`,
      },
    ],
  ],
  [5, faucet],
  [8, position],
  [
    5,
    ending(
      ({ positions }) => positions.shift(),
      (id) => ['closePosition', { position_id: id }],
    ),
  ],
  [
    6,
    (_trader, { draw }) => [
      'buyOption',
      {
        symbol: 'BTC/USDT',
        direction: draw.below(2) === 0 ? 'rise' : 'fall',
        seconds: '30',
        currency_id: USDT,
        amount: '10',
      },
    ],
  ],
  [5, () => ['buyHosting', { product_id: '2', amount: '500', agreed: 'true' }]],
  [
    4,
    ending(
      ({ hostings }) => hostings.shift(),
      (id) => ['redeemHosting', { id }],
    ),
  ],
];

function choose(draw: Draw): Maker {
  let left = draw.below(100);
  for (const [share, maker] of MIX) {
    if (left < share) return maker;
    left -= share;
  }
  return order;
}

/** Sends until it is told to stop; whatever has no answer by then stays in doubt. */
export async function load(work: Load, signal: AbortSignal): Promise<void> {
  const { send, traders, journal, draw, name, restMs = 0, restAfterFailureMs } = work;
  async function run(loop: number): Promise<void> {
    const trader = traders[loop % traders.length];
    for (let number = 0; trader !== undefined && !signal.aborted; number += 1) {
      const key = `${name}-${loop}-${number}`;
      const [route, request] = choose(draw)(trader, work, key);
      const form = new URLSearchParams(request).toString();
      const attempt: Attempt = { userId: trader.id, route, key, form };
      journal.sent(attempt);
      try {
        const body = await send({ ...attempt, token: trader.token }, signal);
        journal.answered(key, body);
        remember(trader, body);
      } catch {
        if (restAfterFailureMs === undefined) return;
        await new Promise((resolve) => setTimeout(resolve, restAfterFailureMs));
      }
      if (restMs > 0) await new Promise((resolve) => setTimeout(resolve, restMs));
    }
  }
  await Promise.all(Array.from({ length: LOOPS }, (_, loop) => run(loop)));
}

interface Told {
  readonly type: string;
  readonly message?: {
    readonly order?: { readonly id: number; readonly product_id?: number; readonly side?: string };
    readonly position?: { readonly id: number };
  };
}

function remember(trader: Trader, body: string): void {
  const { type, message } = JSON.parse(body) as Told;
  if (type !== 'ok') return;
  const { order: made, position: opened } = message ?? {};
  const list =
    opened !== undefined
      ? trader.positions
      : made?.product_id !== undefined
        ? trader.hostings
        : made?.side !== undefined
          ? trader.orders
          : undefined;
  const id = opened?.id ?? made?.id;
  if (list === undefined || id === undefined || list.length >= REMEMBERED_MAX) return;
  list.push(id);
}
