/**
 * A gateway's copies of the market, made from the tables as of one moment: neither the engine nor anybody's money is asked
 * for. Bars that nobody has written yet are made from trades and samples, as after a crash, and kept in memory.
 */
import type { Logger } from 'pino';
import type { Seen } from '../core/sequencer/seen.ts';
import type { SequencerPort } from '../core/sequencer/sequencer.ts';
import type { Database } from '../core/store/database.ts';
import { readChainHead } from '../receipts/index.ts';
import { overlayShelf, type UnsavedRow } from './candles/candle-shelf.ts';
import { Candles } from './candles/candles.ts';
import { recoverCandles } from './candles/recover-candles.ts';
import { Terms } from './catalogue.ts';
import { MarketData } from './data/market-data.ts';
import type { MarketDataOptions } from './data/published.ts';
import { readGrids } from './grid-queries.ts';
import { botOwners, readPublished } from './published-queries.ts';

export interface CopiesParts extends Pick<MarketDataOptions, 'standstills'> {
  readonly database: Database;
  readonly sequencer: Pick<SequencerPort, 'atRest' | 'onCommitted'>;
  readonly clock: { now(): number };
  readonly log: Pick<Logger, 'warn'>;
}

export interface Copies {
  readonly candles: Candles;
  readonly marketData: MarketData;
  /** As of which they are. */
  readonly seen: Seen;
}

/** Takes copies that follow nothing yet. */
export function takeCopies(parts: CopiesParts): Promise<Copies> {
  const { database } = parts;
  return database.transaction(async (transaction) => {
    await transaction.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
    await transaction.query('SET LOCAL statement_timeout = 0');
    const published = await readPublished(transaction);
    const receiptId = (await readChainHead(transaction))?.receiptId ?? 0;
    const grids = await readGrids(transaction);
    const terms = new Terms();
    terms.apply({ ...published, grids });
    const overlay = new Map<string, UnsavedRow>();
    const series = await recoverCandles(overlayShelf(transaction, overlay), terms);
    const candles = new Candles({ ...parts, overlay }, terms, series);
    const owners = await botOwners(transaction);
    const options = { ...parts, candles, botOwners: owners };
    const marketData = new MarketData(options, published, grids);
    await marketData.loadHistory(transaction);
    const { counters, epoch } = published;
    return { candles, marketData, seen: { ...counters, epoch, receiptId } };
  });
}

/** Has `copies` hold what the tables hold now; gives the sequence as of which that is. */
export async function retakeCopies(copies: Copies, parts: CopiesParts): Promise<number> {
  const fresh = await takeCopies(parts);
  fresh.candles.abandon();
  copies.candles.adopt(fresh.candles);
  copies.marketData.adopt(fresh.marketData);
  return fresh.seen.sequence;
}
