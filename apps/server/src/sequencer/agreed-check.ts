/**
 * Holds what is open against the digests of what was agreed. The first start that knows them makes those that are missing;
 * from then on a row without one was not written by us, which a mark says under the same key, and a file outside.
 */
import { setImmediate as turn } from 'node:timers/promises';
import type { OrderRow, PositionRow } from '@fairlead/engine';
import type { AgreedDigests } from '../store/agreed-digests.ts';
import {
  type Agreed,
  type NewDigest,
  openOrders,
  openPositions,
  replaceDigests,
} from '../store/agreed-queries.ts';
import type { Database } from '../store/database.ts';
import { DRIFTS_MAX, type Drift } from '../store/reconciliation.ts';
import { AGREED_MARK, readSetting, writeSetting } from '../store/settings-queries.ts';
import type { Clock } from './ports.ts';

export type Judgement = 'present' | 'previous' | 'other';

/** Makes digests, and says of those that are kept whether they were made with the present secret or a previous one. */
export interface AgreedJudge extends AgreedDigests {
  judgeOrder(row: OrderRow, digest: string): Judgement;
  judgePosition(row: PositionRow, digest: string): Judgement;
  ofBeginning(exchange: string): string;
  judgeBeginning(exchange: string, digest: string): Judgement;
}

export interface AgreedCheckParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly agreed: AgreedJudge;
  /** Whether something outside the database knows that every row has its digest. */
  readonly isBegun: boolean;
}

/** What is open and not as it was agreed. */
export async function checkAgreed(parts: AgreedCheckParts): Promise<Drift[]> {
  const { database, agreed } = parts;
  const drifts: Drift[] = [];
  const isFirst = await isFirstCheck(parts, drifts);
  const walk = { database, isFirst, drifts };
  await look(walk, openOrders(database), {
    table: 'orders',
    idOf: ({ orderId }) => orderId,
    digestOf: (row) => agreed.ofOrder(row),
    judge: (row, digest) => agreed.judgeOrder(row, digest),
    say: ({ orderId, owner, side, price, quantity }) =>
      `order ${orderId} of owner ${owner}: is not what was placed, says ${side} ${quantity} at ${price}`,
  });
  await look(walk, openPositions(database), {
    table: 'positions',
    idOf: ({ positionId }) => positionId,
    digestOf: (row) => agreed.ofPosition(row),
    judge: (row, digest) => agreed.judgePosition(row, digest),
    say: ({ positionId, owner, price, takeProfit, stopLoss }) =>
      `position ${positionId} of owner ${owner}: is not what was agreed, says limit ${price}, stops ${takeProfit} and ${stopLoss}`,
  });
  if (drifts.length === 0) await mark(parts);
  return drifts.slice(0, DRIFTS_MAX);
}

interface Walk {
  readonly database: Database;
  readonly isFirst: boolean;
  readonly drifts: Drift[];
}

interface Kind<Row> {
  readonly table: 'orders' | 'positions';
  readonly idOf: (row: Row) => number;
  readonly digestOf: (row: Row) => string;
  readonly judge: (row: Row, digest: string) => Judgement;
  readonly say: (row: Row) => string;
}

async function look<Row>(
  { database, isFirst, drifts }: Walk,
  pages: AsyncIterable<readonly Agreed<Row>[]>,
  { table, idOf, digestOf, judge, say }: Kind<Row>,
): Promise<void> {
  for await (const page of pages) {
    const made: NewDigest[] = [];
    for (const { row, digest } of page) {
      const judgement = digest === undefined ? 'missing' : judge(row, digest);
      if (judgement === 'present') continue;
      if (judgement === 'previous' || (judgement === 'missing' && isFirst))
        made.push({ id: idOf(row), before: digest, digest: digestOf(row) });
      else drifts.push({ check: 'agreed_terms', subject: say(row), difference: 1n });
    }
    await replaceDigests(database, table, made);
    if (drifts.length >= DRIFTS_MAX) return;
    await turn();
  }
}

const nameOf = async (database: Database): Promise<string> =>
  String(await readSetting(database, 'exchange_id'));

async function isFirstCheck(parts: AgreedCheckParts, drifts: Drift[]): Promise<boolean> {
  const { database, agreed, isBegun } = parts;
  const kept = await readSetting(database, AGREED_MARK);
  if (kept === undefined && !isBegun) return true;
  const isOurs =
    kept !== undefined && agreed.judgeBeginning(await nameOf(database), String(kept)) !== 'other';
  if (!isOurs)
    drifts.push({
      check: 'agreed_terms',
      subject: 'the mark that every open order has its digest is gone',
      difference: 1n,
    });
  return false;
}

async function mark({ database, agreed, clock }: AgreedCheckParts): Promise<void> {
  const value = agreed.ofBeginning(await nameOf(database));
  if ((await readSetting(database, AGREED_MARK)) === value) return;
  await writeSetting(database, AGREED_MARK, { value: JSON.stringify(value), nowMs: clock.now() });
}
