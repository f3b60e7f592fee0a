/** A drawn day of an exchange with everything: what is asked for goes to whoever runs it, one engine or four. */
import type { Command, HostingRow, OptionRow, PositionRow, Result } from '@fairlead/engine';
import { BTC, BTC_USDT, Seeded, USDT } from '@fairlead/testkit';
import { amountMinor, DAY_MS, priceE8, priceTicks, quantityLots, ratePpm } from '@fairlead/units';
import type { FakeClock } from '../../../../test/support/test-sequencer.ts';
import type { EngineName } from '../../../core/config/engines.ts';
import type { Sequencer } from '../../../core/sequencer/sequencer.ts';
import { FIFTEEN, THREE } from '../../../hosting/test/fixture.ts';
import { must, purchase, seedDerivatives, tickAt } from '../../../receipts/test/receipt-story.ts';
import { keeperOf } from '../../shares.ts';

export const OWNERS = [21, 22, 23, 24, 25, 26, 27, 28] as const;
const ACCOUNTS = ['coin', 'contract', 'option', 'trust'] as const;
const MARKET = BTC_USDT.marketId;
const E8 = 100_000_000n;
const usdt = (whole: number) => amountMinor(BigInt(whole) * 1_000_000n);

/** Who runs what: before a division the same for all. */
export type Engines = Readonly<Record<EngineName, Pick<Sequencer, 'run'>>>;

/** What of it is open, as commits say. */
export interface Opened {
  readonly positions: Map<number, PositionRow>;
  readonly options: Map<number, OptionRow>;
  readonly hostings: Map<number, HostingRow>;
}

export async function seedAll(sequencer: Sequencer): Promise<void> {
  // Who invited whom holds from the first opening on.
  for (const [at, owner] of OWNERS.entries()) {
    const inviter = at === 0 || at === 5 ? undefined : OWNERS[at - 1];
    await must(sequencer, {
      kind: 'open_account',
      owner,
      ...(inviter !== undefined && { inviter }),
    });
  }
  await seedDerivatives(sequencer, OWNERS);
  const pay = (
    reference: string,
    target: Extract<Command, { kind: 'post_entry' }>['target'],
    [currencyId, amount]: readonly [number, bigint],
  ): Command => ({
    kind: 'post_entry',
    reason: 'capital',
    reference,
    currencyId,
    amount: amountMinor(amount),
    source: { house: 'external' },
    target,
  });
  const money = [
    [USDT.currencyId, 100_000_000_000n],
    [BTC.currencyId, 50n * E8],
  ] as const;
  const commands: Command[] = [
    {
      kind: 'configure_referral',
      terms: {
        levels: [
          { needs: 0, ratioPpm: ratePpm(100_000n) },
          { needs: 2, ratioPpm: ratePpm(200_000n) },
        ],
      },
    },
    { kind: 'configure_hosting', product: FIFTEEN },
    { kind: 'configure_hosting', product: THREE },
    { kind: 'set_partner', owner: OWNERS[2], ratioPpm: ratePpm(300_000n) },
    ...money.map((each) => pay(`treasury ${each[0]}`, { house: 'yield_treasury' }, each)),
    // One who was never in any product, and one who left nothing there.
    { kind: 'open_account', owner: 41 },
    ...OWNERS.flatMap((owner) =>
      money.flatMap((each) => [
        pay(`${owner} coin ${each[0]}`, { owner, account: 'coin' }, each),
        pay(`${owner} trust ${each[0]}`, { owner, account: 'trust' }, each),
      ]),
    ),
  ];
  await Promise.all(commands.map((command) => must(sequencer, command)));
}

export class BusyDay {
  readonly #random: Seeded;
  readonly clock: FakeClock;
  engines: Engines;
  readonly opened: Opened = { positions: new Map(), options: new Map(), hostings: new Map() };
  /** What was taken, by kind. */
  readonly done = new Map<string, number>();
  #middle = 10_000;

  constructor(seed: number, clock: FakeClock, engines: Engines) {
    this.#random = new Seeded(seed);
    this.clock = clock;
    this.engines = engines;
  }

  listen(sequencer: Sequencer): void {
    const { positions, options, hostings } = this.opened;
    sequencer.onCommitted(({ changes }) => {
      for (const row of changes.positions)
        if (row.status === 'waiting' || row.status === 'holding')
          positions.set(row.positionId, row);
        else positions.delete(row.positionId);
      for (const row of changes.options)
        if (row.status === 'open') options.set(row.optionId, row);
        else options.delete(row.optionId);
      for (const row of changes.hostings)
        if (row.status === 'hosting') hostings.set(row.hostingId, row);
        else hostings.delete(row.hostingId);
    });
  }

  /** So many seconds, with something asked for in each. */
  async seconds(count: number): Promise<void> {
    for (let second = 0; second < count; second += 1) {
      await this.#tick();
      // At once, as they come: some are of one batch.
      await Promise.all(Array.from({ length: 4 }, () => this.#ask(this.#draw())));
    }
  }

  /** A night passes, and what was due is done. */
  async night(): Promise<void> {
    this.clock.nowMs += DAY_MS;
    await this.#tick();
    for (const sequencer of new Set(Object.values(this.engines)))
      for (let left = 20; left > 0; left -= 1)
        await sequencer.run({ kind: 'run_schedules', max: 50 });
    await this.#tick();
  }

  async #tick(): Promise<void> {
    this.#middle += this.#random.below(41) - 20;
    const { clock } = this;
    clock.nowMs = (Math.floor(clock.nowMs / 1_000) + 1) * 1_000;
    const price = `${Math.floor(this.#middle / 100)}.${String(this.#middle % 100).padStart(2, '0')}`;
    const { command, sampleSources } = tickAt(clock.nowMs, price);
    for (const sequencer of new Set(Object.values(this.engines))) {
      const result = await sequencer.run(command, { sampleSources });
      if (!result.ok) throw new Error(`tick: ${result.reject}`);
    }
  }

  async #ask([name, command]: readonly [EngineName, Command]): Promise<Result> {
    const result = await this.engines[name].run(command);
    if (result.ok) this.done.set(command.kind, (this.done.get(command.kind) ?? 0) + 1);
    return result;
  }

  #draw(): readonly [EngineName, Command] {
    const random = this.#random;
    const owner = random.pick([...OWNERS]);
    switch (random.below(9)) {
      case 0:
      case 1:
        return ['spot', this.#order(owner)];
      case 2:
        return ['futures', this.#opening(owner)];
      case 3:
        return ['futures', this.#closing()];
      case 4:
      case 5:
        return ['options', purchase(owner, random.chance(50) ? 'rise' : 'fall')];
      case 6:
        return [
          'wealth',
          random.chance(50)
            ? { kind: 'buy_hosting', owner, productId: 1, amount: usdt(100 + random.below(200)) }
            : { kind: 'buy_hosting', owner, productId: 2, amount: amountMinor(E8 / 50n) },
        ];
      case 7: {
        const [hosting] = [...this.opened.hostings.values()].slice(random.below(3));
        const hostingId = hosting?.hostingId ?? 1;
        return ['wealth', { kind: 'redeem_hosting', owner: hosting?.owner ?? owner, hostingId }];
      }
      default: {
        const source = random.pick([...ACCOUNTS]);
        const target = random.pick(ACCOUNTS.filter((each) => each !== source));
        const amount = usdt(1 + random.below(50));
        return [
          keeperOf(source),
          { kind: 'transfer', owner, source, target, currencyId: USDT.currencyId, amount },
        ];
      }
    }
  }

  #order(owner: number): Command {
    const side = this.#random.chance(50) ? 'buy' : 'sell';
    const price = this.#middle + this.#random.below(21) - 10;
    return {
      kind: 'place_order',
      owner,
      marketId: MARKET,
      side,
      type: 'limit',
      timeInForce: 'gtc',
      price: priceTicks(price),
      quantity: quantityLots(1_000 + this.#random.below(5_000)),
    };
  }

  #opening(owner: number): Command {
    const random = this.#random;
    const side = random.chance(50) ? 'long' : 'short';
    const at = (cents: number) => priceE8(BigInt(this.#middle + cents) * (E8 / 100n));
    const away = side === 'long' ? 1 : -1;
    const isLimit = random.chance(30);
    return {
      kind: 'open_position',
      owner,
      marketId: MARKET,
      side,
      type: isLimit ? 'limit' : 'market',
      ...(isLimit && { price: at(-away * (5 + random.below(200))) }),
      ...(random.chance(40) && { takeProfit: at(away * (300 + random.below(200))) }),
      lots: 10 + random.below(50),
      multiple: 10,
    };
  }

  #closing(): Command {
    const random = this.#random;
    const list = [...this.opened.positions.values()];
    const row = list.length === 0 ? undefined : random.pick(list);
    const [owner, positionId] = [row?.owner ?? 21, row?.positionId ?? 1];
    if (row?.status === 'waiting') return { kind: 'cancel_position', owner, positionId };
    const isPart = row !== undefined && row.lots > 1 && random.chance(30);
    return { kind: 'close_position', owner, positionId, ...(isPart && { lots: 1 }) };
  }
}
