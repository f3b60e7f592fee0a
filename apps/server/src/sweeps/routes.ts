/** The sweeping signer's calls, and the console's: operators read, the signer alone acts. */
import type { SweepView } from '@fairlead/contract';
import type { Chains } from '../chains/index.ts';
import type { AuditLog } from '../core/acts/audit.ts';
import type { Handlers } from '../core/http/handler.ts';
import type { Database } from '../core/store/database.ts';
import type { Terms } from '../market/index.ts';
import type { Screenings } from '../screening/index.ts';
import { SweepDesk } from './desk.ts';
import { type Sweep, sweepers, sweepsPage } from './queries.ts';

export interface SweepNeeds {
  readonly database: Database;
  readonly audit: AuditLog;
  readonly clock: { now(): number };
  readonly terms: Pick<Terms, 'currencies'>;
  readonly chains: Pick<Chains, 'isOwnAddress'>;
  readonly screenings: Pick<Screenings, 'screenedSinceMs'>;
}

export function sweepHandlers(
  context: SweepNeeds,
): Pick<Handlers, 'signerDeposits' | 'signerSweep' | 'signerSweepStanding'> {
  const { database, audit, clock, terms, screenings } = context;
  const isCurrency = (id: number) => terms.currencies().some(({ currencyId }) => currencyId === id);
  const desk = new SweepDesk({ database, audit, clock, isCurrency, screenings });
  return {
    signerDeposits: ({ input }) => desk.deposits(input.chain, input.after ?? 0),
    signerSweep: async ({ input }) => {
      const { tx_id: txId, currency_id: currencyId, reason, ...told } = input;
      return { state: await desk.report({ ...told, txId, currencyId, reason }) };
    },
    signerSweepStanding: async ({ input: { chain, standing } }) => {
      await desk.standing(chain, standing);
      return { standing };
    },
  };
}

export function operatorSweepHandlers(
  context: SweepNeeds,
): Pick<Handlers, 'operatorSweeps' | 'operatorSweepers'> {
  const { database } = context;
  return {
    operatorSweeps: async ({ input }) => {
      const page = await sweepsPage(database, input);
      return { ...page, list: await Promise.all(page.list.map((sweep) => viewOf(context, sweep))) };
    },
    operatorSweepers: async () =>
      (await sweepers(database)).map(({ chain, standing, sinceMs, toldAtMs }) => ({
        ...{ chain, standing, since: sinceMs, time: toldAtMs },
      })),
  };
}

async function viewOf({ chains, terms }: SweepNeeds, sweep: Sweep): Promise<SweepView> {
  const currency = terms.currencies().find(({ currencyId }) => currencyId === sweep.currencyId);
  const { chain, state, to, address, amount, fee, sources, reason } = sweep;
  return {
    ...{
      id: sweep.id,
      chain,
      tx_id: sweep.txId,
      state,
      to,
      currency: currency?.name ?? '',
      address,
    },
    is_own: await chains.isOwnAddress(chain, address),
    ...{ amount, fee, sources, ...(reason !== undefined && { reason }) },
    time: sweep.createdAtMs,
    changed_at: sweep.changedAtMs,
  };
}
