/**
 * Prices outside react-query: ticks arrive far more often than a screen should change. One symbol's readers
 * are told at most 10 times a second, readers of the whole list at most 5 times.
 */
import type { Quotation } from '@fairlead/contract';
import { Throttle } from '../live/throttle.ts';

export const SYMBOL_FLUSH_MS = 100;
const LIST_FLUSH_MS = 200;

type Listener = () => void;

export class QuotationStore {
  /** The newest, whether shown or not; insertion order is the server's. */
  readonly #newest = new Map<string, Quotation>();
  /** What single readers see. */
  readonly #shown = new Map<string, Quotation>();
  #list: readonly Quotation[] = [];
  readonly #changed = new Set<string>();
  readonly #bySymbol = new Map<string, Set<Listener>>();
  readonly #ofList = new Set<Listener>();
  readonly #symbols: Throttle;
  readonly #lists: Throttle;

  constructor(nowMs: () => number = () => performance.now()) {
    this.#symbols = new Throttle({
      intervalMs: SYMBOL_FLUSH_MS,
      flush: () => this.#flushSymbols(),
      nowMs,
    });
    this.#lists = new Throttle({
      intervalMs: LIST_FLUSH_MS,
      flush: () => this.#flushList(),
      nowMs,
    });
  }

  /** All markets, as the server lists them; those it no longer lists are gone. */
  load(all: readonly Quotation[]): void {
    const listed = new Set(all.map((quotation) => quotation.symbol));
    for (const symbol of this.#newest.keys()) {
      if (listed.has(symbol)) continue;
      this.#newest.delete(symbol);
      this.#changed.add(symbol);
    }
    this.apply(all);
  }

  /** The markets that changed. */
  apply(changes: readonly Quotation[]): void {
    for (const quotation of changes) {
      this.#newest.set(quotation.symbol, quotation);
      this.#changed.add(quotation.symbol);
    }
    this.#symbols.request();
    this.#lists.request();
  }

  /** Forgets everything at once, shown prices too. */
  clear(): void {
    for (const symbol of this.#newest.keys()) this.#changed.add(symbol);
    this.#newest.clear();
    this.#flushSymbols();
    this.#flushList();
  }

  readonly read = (symbol: string): Quotation | undefined => this.#shown.get(symbol);
  readonly list = (): readonly Quotation[] => this.#list;

  subscribe(symbol: string, listener: Listener): () => void {
    const listeners = this.#bySymbol.get(symbol) ?? new Set();
    this.#bySymbol.set(symbol, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.#bySymbol.delete(symbol);
    };
  }

  readonly subscribeList = (listener: Listener): (() => void) => {
    this.#ofList.add(listener);
    return () => this.#ofList.delete(listener);
  };

  #flushSymbols(): void {
    const changed = [...this.#changed];
    this.#changed.clear();
    for (const symbol of changed) {
      const quotation = this.#newest.get(symbol);
      if (quotation === undefined) this.#shown.delete(symbol);
      else this.#shown.set(symbol, quotation);
    }
    for (const symbol of changed)
      for (const listener of this.#bySymbol.get(symbol) ?? []) listener();
  }

  #flushList(): void {
    this.#list = [...this.#newest.values()];
    for (const listener of this.#ofList) listener();
  }
}
