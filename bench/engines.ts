/**
 * What dividing the exchange by product gives (docs/internals/growth.md): the same load on one engine and on four, each with a
 * PostgreSQL database of its own. Four machines are not there, so what is compared is processor time: of the one engine and its
 * session against the busiest of the four. The load gives each product about as much to do; every engine has
 * all index samples, and one command of fifty is a transfer, which between two engines is three.
 */
import { randomUUID } from 'node:crypto';
import { type Command, Engine, type Value } from '@fairlead/engine';
import { BTC, BTC_USDT, USDT } from '@fairlead/testkit';
import { amountMinor, priceE8, ratePpm } from '@fairlead/units';
import { fingerprint } from '../apps/server/src/core/sequencer/fingerprint.ts';
import { type Sequencer, startSequencer } from '../apps/server/src/core/sequencer/sequencer.ts';
import { openDatabase } from '../apps/server/src/core/store/open-database.ts';
import { countFrom } from '../apps/server/src/engines/queries.ts';
import { accountsOf, numbersAfter } from '../apps/server/src/engines/shares.ts';
import { EXCHANGE_TABLES } from '../apps/server/src/tables.ts';
import type { Measurement } from './run.ts';
import { cpuNs } from './support/cpu.ts';
import { createDatabase } from './support/databases.ts';
import { inParallel, orderPlacer } from './support/orders.ts';

const NAMES = ['spot', 'futures', 'options', 'wealth'] as const;
type Name = (typeof NAMES)[number];

const OWNERS = 200;
const CALLERS = 64;
const WARM_UP = 4_000;
const CALIBRATED = 10_000;
/** Processor time of the one engine's run, shared by the four products. */
const RUN_MS = 40_000;
const TRANSFER_EACH = 50;
const TICK_MS = 1_000;
const PRICE = priceE8(100_00000000n);
const usdt = (whole: number) => amountMinor(BigInt(whole) * 1_000_000n);

const TERMS: readonly Command[] = [
  { kind: 'configure_currency', currency: BTC },
  { kind: 'configure_currency', currency: USDT },
  { kind: 'configure_market', market: { ...BTC_USDT, openOrdersMax: 10_000 } },
];

const PRODUCT_TERMS: Readonly<Record<Name, readonly Command[]>> = {
  spot: [],
  futures: [
    {
      kind: 'configure_futures',
      terms: {
        marketId: BTC_USDT.marketId,
        lotBaseMinor: amountMinor(1_000_000n),
        lotsMin: 1,
        lotsMax: 1_000,
        multiples: [
          { multiple: 2, maintenanceRatePpm: ratePpm(5_000n), notionalMaxMinor: usdt(1e6) },
        ],
        openFeePpm: ratePpm(500n),
        closeFeePpm: ratePpm(500n),
        insuranceSharePpm: ratePpm(200_000n),
        halfSpreadPpm: ratePpm(100n),
        priceStepE8: 10_000n,
        profitCapMultiple: 10,
        openInterestMaxMinor: usdt(1e12),
        positionsMax: 10_000,
        isOpen: true,
      },
    },
  ],
  options: [
    {
      kind: 'configure_options',
      terms: {
        marketId: BTC_USDT.marketId,
        times: [
          {
            seconds: 60,
            payoutRatioPpm: ratePpm(800_000n),
            minMinor: usdt(1),
            maxMinor: usdt(1_000),
          },
        ],
        exposureMaxMinor: usdt(1e12),
        ordersMax: 1_000,
        isOpen: true,
      },
    },
    {
      kind: 'configure_option_currency',
      currency: {
        currencyId: USDT.currencyId,
        feePpm: ratePpm(1_000n),
        presets: [usdt(10)],
        isOpen: true,
      },
    },
  ],
  wealth: [
    {
      kind: 'configure_hosting',
      product: {
        productId: 1,
        currencyId: USDT.currencyId,
        days: 30,
        minMinor: usdt(1),
        maxMinor: usdt(1_000),
        capacityMinor: usdt(1e9),
        dailyYieldPpm: ratePpm(4_000n),
        damagesRatePpm: ratePpm(4_000n),
        isOpen: true,
      },
    },
  ],
};

const HOUSES = {
  spot: [],
  futures: ['contract_house', 'insurance_fund'],
  options: ['option_house'],
  wealth: ['yield_treasury'],
} as const;

/** One engine with its database. */
class Side {
  readonly sequencer: Sequencer;
  /** Process of the writer's session. */
  readonly #session: number;
  readonly #close: () => Promise<void>;

  constructor(sequencer: Sequencer, session: number, close: () => Promise<void>) {
    this.sequencer = sequencer;
    this.#session = session;
    this.#close = close;
  }

  /** Of all products, or of one. */
  static async open(only?: Name): Promise<Side> {
    const { url, drop } = await createDatabase();
    const database = await openDatabase({ databaseUrl: url, nowMs: Date.now() });
    if (only !== undefined) await countFrom(database, numbersAfter(only));
    const bounds = only === undefined ? {} : { accounts: accountsOf(only) };
    const sequencer = await startSequencer({
      tables: EXCHANGE_TABLES,
      database,
      clock: { now: () => Date.now() },
      createEngine: (snapshot) => new Engine(snapshot, bounds),
    });
    const [writer] = await database.query<{ pid: number }>(
      `SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    );
    const side = new Side(sequencer, writer?.pid ?? 0, async () => {
      await sequencer.stop();
      await database.close();
      await drop();
    });
    await side.#seed(only === undefined ? NAMES : [only]);
    return side;
  }

  async must(command: Command): Promise<Value> {
    const result = await this.sequencer.run(command);
    if (!result.ok) throw new Error(`${command.kind} was refused: ${result.reject}`);
    return result.value;
  }

  /** With a key, as calls of users come; the answer is as long as theirs. */
  async asked(command: Command & { readonly owner: number }): Promise<Value> {
    let value: Value | undefined;
    let refusal: string | undefined;
    const { status } = await this.sequencer.submit({
      command,
      idempotency: {
        owner: command.owner,
        key: randomUUID(),
        route: command.kind,
        fingerprint: fingerprint(command.kind, { of: 'the bench' }),
      },
      render: (result) => {
        if (!result.ok) {
          refusal = result.reject;
          return { status: 400, body: '' };
        }
        value = result.value;
        return { status: 200, body: 'x'.repeat(ANSWER_CHARACTERS) };
      },
    });
    if (status !== 200 || value === undefined)
      throw new Error(`${command.kind} was refused: ${refusal}`);
    return value;
  }

  async tick(): Promise<void> {
    const now = Date.now();
    const sample = { sampleTimeMs: now - (now % TICK_MS), quotedAtMs: now - (now % TICK_MS) };
    await this.sequencer.run(
      { kind: 'index_tick', marketId: BTC_USDT.marketId, ...sample, price: PRICE },
      { sampleSources: SOURCES },
    );
  }

  /** Processor time so far, of this thread and of the writer's session, in ms. */
  cpuMs(): number {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1e3 + cpuNs(this.#session) / 1e6;
  }

  close(): Promise<void> {
    return this.#close();
  }

  async #seed(products: readonly Name[]): Promise<void> {
    for (const command of TERMS) await this.must(command);
    await this.tick();
    for (const name of products) {
      for (const command of PRODUCT_TERMS[name]) await this.must(command);
      for (const house of HOUSES[name]) await this.#pay(house, { house }, USDT.currencyId);
    }
    for (let owner = 1; owner <= OWNERS; owner += 1) {
      await this.must({ kind: 'open_account', owner });
      for (const name of products)
        for (const { currencyId } of name === 'spot' ? [BTC, USDT] : [USDT])
          await this.#pay(`${owner}`, { owner, account: accountsOf(name)[0] }, currencyId);
    }
  }

  async #pay(
    what: string,
    target: Extract<Command, { kind: 'post_entry' }>['target'],
    currencyId: number,
  ): Promise<void> {
    const account = 'account' in target ? target.account : 'house';
    await this.must({
      kind: 'post_entry',
      reason: 'capital',
      reference: `bench:${what}:${account}:${currencyId}`,
      currencyId,
      amount: amountMinor(10n ** 15n),
      source: { house: 'external' },
      target,
    });
  }
}

/** About as long as the answers of orders. */
const ANSWER_CHARACTERS = 420;
const SOURCES = JSON.stringify({
  sources: ['binance', 'okx', 'kraken'].map((venue) => ({
    venue,
    price: '100.00000000',
    time: 1_700_000_000_000,
  })),
  dropped: [],
});

/** One command of a product, by the next of its owners. */
function loadOf(name: Name, side: Side): () => Promise<void> {
  let count = 0;
  const owner = () => {
    count += 1;
    return 1 + (count % OWNERS);
  };
  if (name === 'spot') return orderPlacer(side.sequencer);
  if (name === 'options') {
    const bought = { kind: 'buy_option', marketId: BTC_USDT.marketId, direction: 'rise' } as const;
    const order = { currencyId: USDT.currencyId, seconds: 60, stake: usdt(1) };
    return async () => void (await side.asked({ ...bought, ...order, owner: owner() }));
  }
  // What is opened is ended by the next.
  const open: (() => Promise<Value>)[] = [];
  return async () => {
    const end = open.pop();
    if (end !== undefined) return void (await end());
    const by = owner();
    if (name === 'wealth') {
      const value = await side.asked({
        kind: 'buy_hosting',
        owner: by,
        productId: 1,
        amount: usdt(1),
      });
      const id = value.kind === 'hosting' ? value.hosting.hostingId : 0;
      open.push(() => side.asked({ kind: 'redeem_hosting', owner: by, hostingId: id }));
      return;
    }
    const value = await side.asked({
      kind: 'open_position',
      owner: by,
      marketId: BTC_USDT.marketId,
      side: 'long',
      type: 'market',
      lots: 1,
      multiple: 2,
    });
    const id = value.kind === 'position' ? value.position.positionId : 0;
    open.push(() => side.asked({ kind: 'close_position', owner: by, positionId: id }));
  };
}

/** Runs loads at once, with an index sample each second; gives the processor time that it took, in ms. */
async function measured(
  side: Side,
  loads: readonly { readonly times: number; readonly run: () => Promise<void> }[],
): Promise<number> {
  const timer = setInterval(() => void side.tick(), TICK_MS);
  await side.tick();
  const before = side.cpuMs();
  try {
    await Promise.all(
      loads.map(({ times, run }) => inParallel(times, Math.min(CALLERS, Math.max(1, times)), run)),
    );
    return side.cpuMs() - before;
  } finally {
    clearInterval(timer);
  }
}

const transferOf = (owner: number, name: Name) =>
  ({
    kind: 'transfer',
    owner,
    source: 'coin',
    target: accountsOf(name)[0],
    currencyId: USDT.currencyId,
    amount: usdt(1),
  }) as const;

/** Transfers out of spot to each product in turn; between two engines each is sent, and here credited by nobody. */
function transfersOut(side: Side, ended: boolean): () => Promise<void> {
  let count = 0;
  return async () => {
    count += 1;
    const target = (['futures', 'options', 'wealth'] as const)[count % 3] ?? 'futures';
    const value = await side.asked(transferOf(1 + (count % OWNERS), target));
    if (!ended || value.kind !== 'sent_transfer') return;
    await side.must({ kind: 'end_transfer', transferId: value.transfer.transferId });
  };
}

/** What such a transfer is at its other end. */
function transfersIn(side: Side, name: Name): () => Promise<void> {
  let count = 0;
  return async () => {
    count += 1;
    const { kind: _sent, ...facts } = transferOf(1 + (count % OWNERS), name);
    await side.must({
      kind: 'receive_transfer',
      transferId: count,
      reference: `transfer:${count}`,
      ...facts,
    });
  };
}

export async function run(): Promise<Measurement[]> {
  const timesOf = {} as Record<Name, number>;
  for (const name of NAMES) {
    const side = await Side.open(name);
    const load = loadOf(name, side);
    await measured(side, [{ times: WARM_UP, run: load }]);
    const ms = await measured(side, [{ times: CALIBRATED, run: load }]);
    timesOf[name] = Math.round((RUN_MS / NAMES.length / ms) * CALIBRATED);
    await side.close();
  }
  const commands = NAMES.reduce((sum, name) => sum + timesOf[name], 0);
  const transfers = Math.round(commands / TRANSFER_EACH);

  const whole = await Side.open();
  const wholeMs = await measured(whole, [
    ...NAMES.map((name) => ({ times: timesOf[name], run: loadOf(name, whole) })),
    { times: transfers, run: transfersOut(whole, false) },
  ]);
  await whole.close();

  const parts: number[] = [];
  for (const name of NAMES) {
    const side = await Side.open(name);
    const moved =
      name === 'spot'
        ? { times: transfers, run: transfersOut(side, true) }
        : { times: Math.round(transfers / 3), run: transfersIn(side, name) };
    const loads = [{ times: timesOf[name], run: loadOf(name, side) }, moved];
    parts.push(await measured(side, loads));
    await side.close();
  }
  const busiest = Math.max(...parts);
  const total = parts.reduce((sum, ms) => sum + ms, 0);
  return [
    {
      name: 'four engines by product, of what one does',
      value: `${(wholeMs / busiest).toFixed(2)} ×`,
      note:
        `processor time of the one, ${Math.round(wholeMs)} ms for ${commands} commands and ${transfers} transfers, by the ` +
        `busiest of four: ${NAMES.map((name, at) => `${name} ${Math.round(parts[at] ?? 0)}`).join(', ')}; ` +
        `together they take ${(total / wholeMs).toFixed(2)} of it`,
    },
  ];
}
