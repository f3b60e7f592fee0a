/** Positions as users and operators read them, and terms of futures. Committed state only. */
import type { FuturesTerms, PositionRow, PositionSide, PositionStatus } from '@fairlead/engine';
import type { Queryable } from '../core/store/database.ts';
import { OUTCOME_RECEIPTS_MAX } from '../core/store/limits.ts';
import { Conditions, type Page, type PageRequest, readPage } from '../core/store/pages.ts';
import { latestSubjects } from '../receipts/index.ts';
import {
  type FuturesTermsRecord,
  POSITION_COLUMNS,
  type PositionRecord,
  toFuturesTerms,
  toPosition,
} from './record.ts';

/** Terms of all futures, by market. */
export async function readFuturesTerms(source: Queryable): Promise<FuturesTerms[]> {
  const rows = await source.query<FuturesTermsRecord>(
    "SELECT * FROM futures_terms WHERE keeps_account('contract') ORDER BY market_id",
  );
  return rows.map(toFuturesTerms);
}

/** Waiting and holding positions of everyone, by id: what a reload needs. */
export async function readOpenPositions(source: Queryable): Promise<PositionRow[]> {
  const rows = await source.query<PositionRecord>(
    `SELECT ${POSITION_COLUMNS} FROM positions
     WHERE status IN ('waiting', 'holding') AND keeps_account('contract') ORDER BY position_id`,
  );
  return rows.map(toPosition);
}

/** Positions that a price closed of late, found by their receipts. */
export async function latestClosings(source: Queryable, fromMs: number): Promise<PositionRow[]> {
  const closings = latestSubjects('take_profit', 'stop_loss', 'liquidation', 'profit_cap');
  const rows = await source.query<PositionRecord>(
    `SELECT ${POSITION_COLUMNS} FROM positions WHERE position_id IN (${closings})
     ORDER BY position_id`,
    [OUTCOME_RECEIPTS_MAX, fromMs],
  );
  return rows.map(toPosition);
}

export interface PositionFilter {
  /** Absent: everyone's. */
  readonly owner?: number;
  readonly marketId?: number;
  readonly status?: PositionStatus;
}

/** Positions, newest first. */
export function positionsPage(
  source: Queryable,
  { owner, marketId, status }: PositionFilter,
  request: PageRequest,
): Promise<Page<PositionRow>> {
  const where = new Conditions()
    .add('owner_id =', owner)
    .add('market_id =', marketId)
    .add('status =', status);
  return readPage<PositionRecord, PositionRow>(
    source,
    { columns: POSITION_COLUMNS, from: 'positions', where, orderBy: 'position_id DESC' },
    request,
    toPosition,
  );
}

/** One position of this owner; another's is not found. */
export async function positionById(
  source: Queryable,
  owner: number,
  positionId: number,
): Promise<PositionRow | undefined> {
  const [row] = await source.query<PositionRecord>(
    `SELECT ${POSITION_COLUMNS} FROM positions WHERE position_id = $1 AND owner_id = $2`,
    [positionId, owner],
  );
  return row && toPosition(row);
}

/** What an owner holds now, by id: as many as the markets' limits allow. */
export async function holdingPositions(source: Queryable, owner: number): Promise<PositionRow[]> {
  const rows = await source.query<PositionRecord>(
    `SELECT ${POSITION_COLUMNS} FROM positions
     WHERE owner_id = $1 AND status IN ('waiting', 'holding') AND status = 'holding'
     ORDER BY position_id`,
    [owner],
  );
  return rows.map(toPosition);
}

/** How many positions wait and are held. */
export async function countOpenPositions(
  source: Queryable,
): Promise<ReadonlyMap<'waiting' | 'holding', number>> {
  const rows = await source.query<{ status: 'waiting' | 'holding'; count: bigint }>(
    `SELECT status, count(*) FROM positions WHERE status IN ('waiting', 'holding') GROUP BY status`,
  );
  return new Map(rows.map(({ status, count }) => [status, Number(count)]));
}

/** Open positions of one market and side that count alike: their sums say what the house stands for. */
export interface OpenSum {
  readonly marketId: number;
  readonly currencyId: number;
  readonly side: PositionSide;
  readonly status: 'waiting' | 'holding';
  readonly positions: number;
  /** Base minor units. */
  readonly sizeMinor: bigint;
  /** Σ size × price, the limit's of waiting ones and the opening's of holding ones. */
  readonly sizePriceE8: bigint;
  readonly reserved: bigint;
}

interface OpenSumRecord {
  readonly market_id: number;
  readonly currency_id: number;
  readonly side: PositionSide;
  readonly status: 'waiting' | 'holding';
  readonly positions: bigint;
  readonly size_minor: string;
  readonly size_price_e8: string;
  readonly reserved_minor: string;
}

/** Sums of all open positions. */
export async function openPositionSums(source: Queryable): Promise<OpenSum[]> {
  const rows = await source.query<OpenSumRecord>(
    `SELECT market_id, currency_id, side, status, count(*) AS positions,
       sum(lots * lot_base_minor)::text AS size_minor,
       sum(lots * lot_base_minor * coalesce(open_price_e8, price_e8))::text AS size_price_e8,
       sum(reserved_minor)::text AS reserved_minor
     FROM positions WHERE status IN ('waiting', 'holding')
     GROUP BY market_id, currency_id, side, status
     ORDER BY market_id, side, status`,
  );
  return rows.map((row) => ({
    marketId: row.market_id,
    currencyId: row.currency_id,
    side: row.side,
    status: row.status,
    positions: Number(row.positions),
    sizeMinor: BigInt(row.size_minor),
    sizePriceE8: BigInt(row.size_price_e8),
    reserved: BigInt(row.reserved_minor),
  }));
}
