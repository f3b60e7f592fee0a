/** What a sequencer starts from: an epoch of its own, and the tables' state in memory. */
import type { IndexRow } from '@fairlead/engine';
import { type ChainHead, readChainHead } from '../../receipts/queries.ts';
import { noteMissing, receiptsGivenTo } from '../checks/missing-queries.ts';
import type { WriterConnection } from '../store/database.ts';
import { beginEpoch } from '../store/leader-queries.ts';
import { newestAnswers } from '../store/lookup-queries.ts';
import { type Leader, readLeader, readSnapshot } from '../store/snapshot-reader.ts';
import { AnswerCache } from './answer-cache.ts';
import { BatchMaker } from './batch.ts';
import { settleClock } from './clock-return.ts';
import { newNonce } from './next-epoch.ts';
import type { SequencerLimits, SequencerOptions } from './options.ts';
import { restoreEngine } from './restore-engine.ts';
import { highestOf, isLost, LossError, missingOf, type Seen } from './seen.ts';

export interface StartingState {
  readonly leader: Leader;
  readonly cache: AnswerCache;
  readonly maker: BatchMaker;
  /** What the tables hold. */
  readonly seen: Seen;
  /** The end of the chain of receipts. */
  readonly head: ChainHead | undefined;
  /** The last of each market. */
  readonly lastSamples: readonly IndexRow[];
  /** The tables are behind what somebody saw. */
  readonly loss: LossError | undefined;
}

/** Begins an epoch, then reads: whoever wrote before writes no more. */
export async function readStartingState(
  writer: WriterConnection,
  {
    database,
    clock,
    createEngine,
    tables,
    randomBytes,
    agreed,
    readSeen,
    candidate,
    reports,
  }: SequencerOptions,
  { answersMax }: SequencerLimits,
): Promise<StartingState> {
  const known = highestOf((await readSeen?.(writer)) ?? []);
  const before = await readLeader(writer);
  const leader = await beginEpoch(writer, {
    nonce: newNonce(randomBytes),
    above: known?.epoch ?? 0,
  });
  candidate?.begun?.(leader);
  const times = { nowMs: clock.now(), reachedMs: leader.counters.timeMs };
  const indexTime = await settleClock(writer, times, reports?.clockReturned);
  if (known !== undefined) await passMissing(writer, { before, known, nowMs: times.nowMs });
  const snapshot = await readSnapshot(database, tables);
  const newest = await newestAnswers(database, answersMax);
  const cache = new AnswerCache(
    answersMax,
    newest.slice(0, answersMax),
    newest.length > answersMax,
  );
  const { counters, index, receiptChain } = snapshot;
  const engine = await restoreEngine({ database, createEngine, tables }, snapshot);
  const maker = new BatchMaker({
    ...{ tables, clock, cache, engine, counters, indexTime, receiptChain },
    ...(randomBytes && { randomBytes }),
    agreed,
  });
  const stored: Seen = { ...counters, epoch: before.epoch };
  return {
    leader,
    cache,
    maker,
    seen: { ...counters, epoch: leader.epoch },
    head: receiptChain.head,
    lastSamples: index,
    loss: known !== undefined && isLost(stored, known) ? new LossError(stored, known) : undefined,
  };
}

/** Numbers that are missing without a lost command are no loss: they are passed by, and a drift. */
async function passMissing(
  writer: WriterConnection,
  {
    before: { counters, epoch },
    known,
    nowMs,
  }: { readonly before: Leader; readonly known: Seen; readonly nowMs: number },
): Promise<void> {
  const head = await readChainHead(writer);
  const receiptId = Math.max(head?.receiptId ?? 0, await receiptsGivenTo(writer));
  const missing = missingOf({ ...counters, epoch, receiptId }, known);
  if (missing.length > 0) await noteMissing(writer, missing, nowMs);
}
