/** How the exchange runs, what waits in the queues, and tables as files. */

import { ProblemError, type ResponseOf, VERSION } from '@fairlead/contract';
import { countWebhooks } from '../bots/index.ts';
import { countForDesk } from '../chat/index.ts';
import { countPlaceholders } from '../content/index.ts';
import { act } from '../core/acts/acts.ts';
import { type Call, type Handlers, operatorOf } from '../core/http/handler.ts';
import { withdrawalLateMs } from '../core/http/limits.ts';
import type { Exports } from '../core/operations/exports.ts';
import { answered } from '../core/operations/metrics.ts';
import { queueCounts } from '../custody/index.ts';
import { countUnsent } from '../notices/index.ts';
import { needsAct } from '../treasury/index.ts';
import { exportTable, mayExport } from './exports.ts';
import { lossesField } from './losses.ts';
import type { OversightNeeds } from './needs.ts';
import { overviewOf } from './overview.ts';
import { productViews } from './products.ts';

type Names =
  | 'system'
  | 'rescanChain'
  | 'exportRows'
  | 'queueCounts'
  | 'operatorOverview'
  | 'openRecord';

export function operatorSystemHandlers(
  context: OversightNeeds,
  { tables }: Pick<Exports, 'tables'>,
): Pick<Handlers, Names> {
  const { chains, clock, config, database, leases, reconciler, treasury } = context;
  return {
    system: (call) => systemView(context, call),
    rescanChain: (call) => {
      const { chain, from_height, reason } = call.input;
      const detail = { from_height, reason };
      const rescan = { action: 'chain.rescan', subject: `chain ${chain}`, detail };
      return act(context, call, rescan, async () => {
        await chains.rescan(chain, from_height);
        return call.say('done.saved');
      });
    },
    exportRows: (call) => {
      const { what, from, to, status } = call.input;
      const exported = { action: 'export', subject: what, detail: { from, to, status } };
      return act(context, call, exported, async () => {
        if (!mayExport(operatorOf(call).role, tables[what])) throw new ProblemError('forbidden');
        const written = await exportTable(tables[what], { fromMs: from, toMs: to, status });
        const day = new Date(clock.now()).toISOString().slice(0, 10);
        return { filename: `${what}-${day}.csv`, ...written };
      });
    },
    queueCounts: async (call) => {
      const lateBeforeMs = clock.now() - withdrawalLateMs(config.reviewHours);
      const counts = await queueCounts(database, lateBeforeMs);
      return {
        deposits: counts.deposits,
        priority_deposits: counts.priorityDeposits,
        withdrawals: counts.withdrawals,
        late_withdrawals: counts.lateWithdrawals,
        to_send: counts.toSend,
        unknown_sends: counts.unknownSends,
        verifications: counts.verifications,
        subscriptions: counts.subscriptions,
        proposals: counts.proposals,
        chats: await countForDesk(database, operatorOf(call).operatorId),
        treasury: (await treasury.lines()).filter(needsAct).length,
        is_sound: reconciler.isSound,
      };
    },
    operatorOverview: () => overviewOf(context),
    openRecord: (call) => {
      const { queue, id, is_open } = call.input;
      const { operatorId, name } = operatorOf(call);
      if (is_open) return { open_by: leases.open(queue, id, { id: operatorId, name }) };
      leases.close(queue, id, operatorId);
      const openBy = leases.of(queue, id);
      return openBy === undefined ? {} : { open_by: openBy };
    },
  };
}

async function systemView(context: OversightNeeds, call: Call): Promise<ResponseOf<'system'>> {
  const { config, clock, database, metrics, products, reconciler, sequencer } = context;
  const health = sequencer.health();
  const { p50Ms, p99Ms } = metrics.commitLatency();
  const replication = await answered(database.replication?.() ?? Promise.resolve(undefined));
  return {
    time: clock.now(),
    started_at: context.startedAtMs,
    version: VERSION,
    demo: config.isDemo,
    is_sound: reconciler.isSound,
    trading: context.trading.view(reconciler),
    ...(products?.tradingOf !== undefined && { products: await productViews(products, call) }),
    durability: database.durability,
    ...(replication !== undefined && {
      commit_machines: replication.commitMachines,
      replicas: replication.replicas,
    }),
    ...lossesField(context),
    database: database.kind,
    sequencer: {
      state: health.state,
      queued: health.queuedCommands,
      in_flight: health.batchesInFlight,
      sequence: health.lastSequence,
      epoch: health.epoch,
      ...(health.commitWaitMs > 0 && { commit_wait_ms: health.commitWaitMs }),
      ...(p50Ms !== undefined && { commit_p50_ms: p50Ms }),
      ...(p99Ms !== undefined && { commit_p99_ms: p99Ms }),
    },
    feed: { kind: config.feed.kind, markets: feedMarkets(context) },
    watchers: watcherViews(context),
    checks: [...reconciler.results].map(([name, { atMs, drifts }]) => ({
      name,
      checked_at: atMs,
      is_sound: drifts.length === 0,
      drifts: drifts.map(({ check, subject, difference }) => ({
        check,
        subject,
        difference: String(difference),
      })),
    })),
    // The demo's messages go nowhere: none waits.
    outbox_unsent: config.isDemo ? 0 : await countUnsent(database),
    webhooks: { ...(await countWebhooks(database)) },
    legal_placeholders: await countPlaceholders(database),
    sockets: metrics.sockets(),
  };
}

function feedMarkets({ marketData }: OversightNeeds): ResponseOf<'system'>['feed']['markets'] {
  return marketData.terms.markets().map(({ symbol, state }) => {
    const index = marketData.indexMessage(symbol);
    return {
      symbol,
      state,
      ...(index?.price !== undefined && { index_price: index.price }),
      ...(index !== undefined && { index_time: index.time }),
      is_stale: index?.is_stale ?? true,
      sources: (index?.sources ?? []).map((source) => ({ ...source })),
    };
  });
}

function watcherViews({ chains }: OversightNeeds): ResponseOf<'system'>['watchers'] {
  return chains.status().map((status) => ({
    chain: status.chain,
    is_open: status.isOpen,
    ...(status.height !== undefined && { height: status.height }),
    ...(status.head !== undefined && { head: status.head }),
    ...(status.lagBlocks !== undefined && { lag_blocks: status.lagBlocks }),
    ...(status.lagSeconds !== undefined && { lag_seconds: status.lagSeconds }),
    ...(status.paused !== undefined && { paused: status.paused }),
    ...(status.lastError !== undefined && { last_error: status.lastError }),
    stuck_deposits: status.stuckDeposits,
    confirmations: status.confirmations,
  }));
}
