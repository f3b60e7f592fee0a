import type { IndexMessage, Quotation } from '@fairlead/contract';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useChannel } from '../live/live.ts';
import { type LiveIndex, newestIndex } from '../live/live-index.ts';
import { chooseSymbol, type Product } from './products.ts';
import { useQuotation, useQuotations } from './quotations.ts';
import { namedSymbol, readSymbol } from './read-symbol.ts';
import { type Freshness, useFreshness } from './use-freshness.ts';

/** The market of a page of the contracts tab. Give it to the ticket as key. */
export function useContractSymbol(product: Product): string {
  const [search] = useSearchParams();
  const { data: list } = useQuotations();
  const choice = { product, named: namedSymbol(search), remembered: readSymbol(search) };
  return chooseSymbol(choice, list);
}

/** One market's index, once a second. The samples of the channel of another symbol are left out. */
function useLiveIndex(market: Quotation | undefined): LiveIndex {
  const [sample, setSample] = useState<IndexMessage>();
  // One sample a second: few enough for state.
  useChannel(market && (`index:${market.symbol}` as const), setSample);
  return newestIndex(market, sample?.symbol === market?.symbol ? sample : undefined);
}

export interface Contract {
  readonly symbol: string;
  /** Undefined until known. */
  readonly market: Quotation | undefined;
  readonly index: LiveIndex;
  /** Nothing here may be taken as live: the feed, the connection or the index is too old. */
  readonly isStale: boolean;
  readonly freshness: Freshness;
}

/** What every part of a contract page needs to know of its market. */
export function useContract(symbol: string): Contract {
  const market = useQuotation(symbol);
  const index = useLiveIndex(market);
  const freshness = useFreshness(market);
  return { symbol, market, index, isStale: freshness.isStale || index.isStale, freshness };
}
