import { type MarketView, readFunds, readMarket } from './market-view.ts';
import { nextTakeMs, planTake } from './plan-take.ts';
import { isRefusal, type Runtime, runForever } from './runtime.ts';

const CALL_TIMEOUT_MS = 8_000;
const MARKETS_REREAD_MS = 1_000;
const FUNDS_REREAD_MS = 10_000;

/** Takes at random from every book, through the API like anyone else, so that there are trades to look at. */
export class Taker {
  readonly #runtime: Runtime;
  #markets: readonly MarketView[] = [];
  /** With those that are left to others, by which quote currencies are priced. */
  #priced: readonly MarketView[] = [];
  #marketsReadAtMs: number | undefined;
  #funds: ReadonlyMap<string, bigint> = new Map();
  #fundsReadAtMs: number | undefined;

  constructor(runtime: Runtime) {
    this.#runtime = runtime;
  }

  run(): Promise<void> {
    return runForever('taker', this.#runtime, () => this.#step());
  }

  async #step(): Promise<void> {
    const { api, wait, signal, draw } = this.#runtime;
    await wait(nextTakeMs(draw), signal);
    await this.#reread();
    const request = planTake({
      markets: this.#markets,
      priced: this.#priced,
      funds: this.#funds,
      draw,
    });
    if (request === undefined) return;
    try {
      await api.call('placeOrder', request, { signal, timeoutMs: CALL_TIMEOUT_MS });
    } catch (error) {
      // An empty book, a price that went stale, a halt: the next order may find it otherwise.
      if (!isRefusal(error)) throw error;
      if (error.code === 'insufficient_balance') this.#fundsReadAtMs = undefined;
    }
  }

  async #reread(): Promise<void> {
    const { api, now, signal, markets } = this.#runtime;
    const nowMs = now();
    const options = { signal, timeoutMs: CALL_TIMEOUT_MS };
    if (isDue(this.#marketsReadAtMs, nowMs, MARKETS_REREAD_MS)) {
      this.#priced = (await api.call('quotations', {}, options))
        .map(readMarket)
        .filter((view) => view !== undefined);
      this.#markets = this.#priced.filter(
        ({ symbol }) => markets === undefined || markets.has(symbol),
      );
      this.#marketsReadAtMs = nowMs;
    }
    if (isDue(this.#fundsReadAtMs, nowMs, FUNDS_REREAD_MS)) {
      this.#funds = readFunds(await api.call('wallet', {}, options), 'available');
      this.#fundsReadAtMs = nowMs;
    }
  }
}

const isDue = (readAtMs: number | undefined, nowMs: number, everyMs: number): boolean =>
  readAtMs === undefined || nowMs - readAtMs >= everyMs;
