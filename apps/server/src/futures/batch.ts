/** The part that terms of futures and positions have of a batch, of a start and of what must add up. */
import type { PositionRow } from '@fairlead/engine';
import { copies, updates, upserts } from '../core/store/batch/table-writer.ts';
import type { BatchPart } from '../core/store/batch/writer.ts';
import { rowsOf, type TablesPart } from '../core/store/exchange-tables.ts';
import { text } from '../core/store/table.ts';
import { agreedPosition, readAgreedPositions } from './agreed.ts';
import { readFuturesTerms, readOpenPositions } from './queries.ts';
import { FUTURES_TERMS, POSITION_LAYOUT, POSITIONS } from './record.ts';

const copyPositions = copies(POSITIONS, text('agreed_digest'));
const updatePositions = updates(POSITIONS, text('agreed_digest'));

/**
 * Positions that came to be in this batch are copied, the others' changing columns are updated. An id is the
 * sequence of the command that asked for it, so those beyond the last batch's are new; so is every part, which is over as
 * it comes to be and has the id of the level that closed it.
 */
const positions: BatchPart = (encoder, { changes, previousSequence, agreed }) => {
  const digestOf = (row: PositionRow): string | undefined =>
    row.status === 'waiting' || row.status === 'holding'
      ? agreed?.of(agreedPosition(row))
      : undefined;
  const isNew = ({ positionId, partOf }: PositionRow): boolean =>
    positionId > previousSequence || partOf !== undefined;
  copyPositions(encoder, changes.positions.filter(isNew), digestOf);
  updatePositions(
    encoder,
    changes.positions.filter((row) => !isNew(row)),
    digestOf,
  );
};

export const futuresTables = {
  writes: { terms: [rowsOf('futuresTerms', upserts(FUTURES_TERMS))], acts: [positions] },
  reads: { futuresTerms: readFuturesTerms, positions: readOpenPositions },
  told: { positions: POSITION_LAYOUT },
  checks: {
    agreed: { table: 'positions', id: 'position_id', read: readAgreedPositions },
    // Of the owner in the contract account, and what the house may have to pay in its own.
    holds: [
      `SELECT owner_id || ' contract ' || currency_id, -hold_minor
    FROM positions WHERE status IN ('waiting', 'holding') AND keeps_account('contract')`,
      `SELECT '0 contract_house ' || currency_id, -reserved_minor
    FROM positions WHERE status IN ('waiting', 'holding') AND keeps_account('contract')`,
    ],
    numbers: [['position', 'SELECT max(position_id) FROM positions', 'last_sequence']],
  },
} satisfies TablesPart;
