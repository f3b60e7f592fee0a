/**
 * What the sweeping signer may ask and tell. It is told where to look and decides by itself; what it tells of is kept as it
 * was told, for operators to see. No balance hangs on it: what leaves a deposit address is the house's own from the credit on.
 */
import { type Chain, ProblemError, type SweepStanding, type SweepState } from '@fairlead/contract';
import type { AuditLog } from '../core/acts/audit.ts';
import type { Database } from '../core/store/database.ts';
import { textsOf } from '../core/texts/texts.ts';
import type { Screenings } from '../screening/index.ts';
import {
  creditedAddresses,
  endSweep,
  findSweep,
  insertSweep,
  keepStanding,
  type ToldSweep,
} from './queries.ts';

export interface SweepDeskOptions {
  readonly database: Database;
  readonly audit: Pick<AuditLog, 'add'>;
  readonly clock: { now(): number };
  readonly isCurrency: (currencyId: number) => boolean;
  readonly screenings: Pick<Screenings, 'screenedSinceMs'>;
}

/** Addresses that the sweeping signer is told of at once: it asks its node for each. */
export const SWEPT_ADDRESSES_MAX = 100;
/** A signer reads English. */
const say = textsOf('en');

const NEVER_CHANGES = ['to', 'currencyId', 'address', 'amount', 'fee', 'sources'] as const;

export class SweepDesk {
  readonly #options: SweepDeskOptions;

  constructor(options: SweepDeskOptions) {
    this.#options = options;
  }

  async deposits(chain: Chain, after: number) {
    const { database, screenings } = this.#options;
    const screenedSinceMs = screenings.screenedSinceMs();
    const limit = SWEPT_ADDRESSES_MAX + 1;
    const rows = await creditedAddresses(database, { chain, after, limit, screenedSinceMs });
    return {
      list: rows
        .slice(0, SWEPT_ADDRESSES_MAX)
        .map(({ userId, address }) => ({ user_id: userId, address })),
      has_more: rows.length === limit,
    };
  }

  /**
   * Keeps what became of a sweep, and gives what is known of it. Told again it changes nothing, and what is final stays so.
   * Throws ProblemError `reference_used` for another sweep under the same name, `validation_failed` for an unknown currency.
   */
  async report(told: Omit<ToldSweep, 'createdAtMs' | 'changedAtMs'>): Promise<SweepState> {
    const { database, audit, clock, isCurrency } = this.#options;
    if (!isCurrency(told.currencyId))
      throw new ProblemError('validation_failed', {
        fields: { currency_id: say('fields.required') },
      });
    const nowMs = clock.now();
    const txId = told.txId.toLowerCase();
    const sweep = { ...told, txId, createdAtMs: nowMs, changedAtMs: nowMs };
    const isNew = await insertSweep(database, sweep);
    const known = await findSweep(database, sweep);
    if (known === undefined) throw new Error('a sweep that was kept is there');
    if (NEVER_CHANGES.some((field) => known[field] !== sweep[field]))
      throw new ProblemError('reference_used');
    const isEnded = !isNew && sweep.state !== 'signed' && (await endSweep(database, sweep));
    if (isNew || isEnded)
      await audit.add({
        action: 'sweep_report',
        subject: `sweep ${txId}`,
        detail: {
          ...{ chain: told.chain, state: told.state, to: told.to, address: told.address },
          ...{ amount: told.amount, currency_id: told.currencyId, fee: told.fee },
          ...(told.reason !== undefined && { reason: told.reason }),
        },
      });
    return isEnded ? sweep.state : known.state;
  }

  async standing(chain: Chain, standing: SweepStanding): Promise<void> {
    const { database, clock } = this.#options;
    await keepStanding(database, { chain, standing, nowMs: clock.now() });
  }
}
