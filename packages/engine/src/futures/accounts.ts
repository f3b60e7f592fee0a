/** The ledger accounts of futures, what positions freeze in them, and their journal entries. */
import { type AmountMinor, amountMinor } from '@fairlead/units';
import type { Stamp } from '../command.ts';
import { ledgerAccountId } from '../ledger/account-id.ts';
import { postFee } from '../ledger/fees.ts';
import { beginEntry, postTo } from '../ledger/journal.ts';
import type { EntryReason } from '../ledger/rows.ts';
import { houseSlot } from '../ledger/slots.ts';
import type { EngineState } from '../state/state.ts';
import type { PositionRow } from './rows.ts';

/** Ledger slots of one position. */
interface FuturesSlots {
  readonly user: number;
  readonly house: number;
  readonly insurance: number;
  readonly fees: number;
}

export function futuresSlots(
  state: EngineState,
  { owner, currencyId }: Pick<PositionRow, 'owner' | 'currencyId'>,
): FuturesSlots {
  return {
    user: state.ledger.open(ledgerAccountId(owner, 'contract', currencyId)),
    house: houseSlot(state, 'contract_house', currencyId),
    insurance: houseSlot(state, 'insurance_fund', currencyId),
    fees: houseSlot(state, 'fees', currencyId),
  };
}

type Frozen = Pick<PositionRow, 'owner' | 'currencyId' | 'hold' | 'reserved'>;

/** Freezes what a position holds of its owner, and what the house keeps ready for it. */
export function freezeFor(state: EngineState, row: Frozen): void {
  const { user, house } = futuresSlots(state, row);
  state.ledger.freeze(user, row.hold);
  state.ledger.freeze(house, row.reserved);
}

/** Gives both back. */
export function releaseOf(state: EngineState, row: Frozen): void {
  const { user, house } = futuresSlots(state, row);
  state.ledger.release(user, row.hold);
  state.ledger.release(house, row.reserved);
}

/** What each account gains by an entry; they sum to zero. */
interface FuturesPostings {
  readonly user: bigint;
  readonly house: bigint;
  readonly insurance: bigint;
  /** What the house keeps of the fee. */
  readonly fees: bigint;
}

interface FuturesEntry {
  readonly reason: Extract<EntryReason, 'futures_open' | 'futures_close'>;
  readonly postings: FuturesPostings;
  /** All of the fee that is in them. */
  readonly fee: AmountMinor;
  readonly stamp: Stamp;
}

/** Posts an entry of a position; where nothing moves there is none. */
export function postFutures(
  state: EngineState,
  row: PositionRow,
  { reason, postings, fee, stamp }: FuturesEntry,
): void {
  const { user, house, insurance, fees } = postings;
  if (user === 0n && house === 0n && insurance === 0n && fees === 0n) return;
  const slots = futuresSlots(state, row);
  beginEntry(state, { reason, reference: String(row.positionId) }, stamp);
  // Who may lack the means pays first: a fault shows before anybody has gained.
  postTo(state, slots.user, amountMinor(user));
  postTo(state, slots.insurance, amountMinor(insurance));
  postTo(state, slots.house, amountMinor(house));
  postFee(state, state.owner(row.owner), {
    currencyId: row.currencyId,
    feesSlot: slots.fees,
    fee,
    insuranceShare: amountMinor(fee - fees),
  });
  state.ledger.assertBalanced(row.currencyId);
}

/** What the insurance fund has. */
export function insuranceBalance(state: EngineState, row: PositionRow): AmountMinor {
  return state.ledger.available(futuresSlots(state, row).insurance);
}
