/** What a sequencer starts from: an epoch of its own, and the tables' state in memory. */
import type { IndexRow } from '@fairlead/engine';
import type { WriterConnection } from '../store/database.ts';
import { beginEpoch } from '../store/leader-queries.ts';
import { newestAnswers } from '../store/lookup-queries.ts';
import { type Leader, readSnapshot } from '../store/snapshot-reader.ts';
import { AnswerCache } from './answer-cache.ts';
import { BatchMaker } from './batch.ts';
import { settleClock } from './clock-return.ts';
import type { SequencerLimits, SequencerOptions } from './options.ts';

export interface StartingState {
  readonly leader: Leader;
  readonly cache: AnswerCache;
  readonly maker: BatchMaker;
  /** The last of each market. */
  readonly lastSamples: readonly IndexRow[];
}

/** Begins an epoch, then reads: whoever wrote before writes no more. */
export async function readStartingState(
  writer: WriterConnection,
  { database, clock, createEngine, randomBytes, reports }: SequencerOptions,
  { answersMax }: SequencerLimits,
): Promise<StartingState> {
  const leader = await beginEpoch(writer);
  const times = { nowMs: clock.now(), reachedMs: leader.counters.timeMs };
  const indexTime = await settleClock(writer, times, reports?.clockReturned);
  const snapshot = await readSnapshot(database);
  const newest = await newestAnswers(database, answersMax);
  const cache = new AnswerCache(
    answersMax,
    newest.slice(0, answersMax),
    newest.length > answersMax,
  );
  const { counters, index, receiptChain } = snapshot;
  const engine = createEngine(snapshot);
  const maker = new BatchMaker({
    ...{ clock, cache, engine, counters, indexTime, receiptChain },
    ...(randomBytes && { randomBytes }),
  });
  return { leader, cache, maker, lastSamples: index };
}
