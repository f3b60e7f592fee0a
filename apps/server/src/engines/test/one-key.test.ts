/** One key at two engines of two processes at once, which can ask one another or cannot. */
import type { UserAccount } from '@fairlead/engine';
import { USDT } from '@fairlead/testkit';
import { amountMinor } from '@fairlead/units';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { describeDatabases, openTestDatabase } from '../../../test/support/test-database.ts';
import { seed } from '../../../test/support/test-sequencer.ts';
import type { EngineName } from '../../core/config/engines.ts';
import type { Outcome } from '../../core/processes/messages.ts';
import type { Answer } from '../../core/sequencer/submission.ts';
import { SubmitError } from '../../core/sequencer/submit-error.ts';
import { engineOfCall } from '../calls.ts';
import { findElsewhere } from '../engine-calls.ts';
import { JoinedSequencer, type Member } from '../joined.ts';
import { ADA, Side } from './side.ts';

const ROUTE = 'POST wallet/change';

describeDatabases('one key at two engines at once', (kind) => {
  let spot: Side;
  let futures: Side;
  let atSpot: JoinedSequencer;
  let atFutures: JoinedSequencer;
  let isApart: boolean;

  beforeEach(async () => {
    isApart = false;
    spot = new Side(await openTestDatabase(kind), 'spot');
    futures = new Side(await openTestDatabase(kind), 'futures');
    await spot.begin(() => [futures]);
    await seed(spot.sequencer);
    await futures.begin(() => [spot]);
    await spot.run({ kind: 'open_account', owner: ADA });
    await spot.run({
      ...{ kind: 'post_entry', reason: 'faucet', reference: 'ada', currencyId: USDT.currencyId },
      ...{ amount: amountMinor(1_000n), source: { house: 'external' } },
      target: { owner: ADA, account: 'coin' },
    });
    await futures.mirror?.look();
    await spot.transfer(500n, 'contract');
    atSpot = joined('spot', () => atFutures);
    atFutures = joined('futures', () => atSpot);
  });

  afterEach(async () => {
    for (const side of [spot, futures]) {
      await side.end();
      await side.tables.remove();
    }
  });

  /** As a process that runs one of them has all. */
  function joined(own: EngineName, other: () => JoinedSequencer): JoinedSequencer {
    const away: Member = { sequencer: spot.sequencer, isElsewhere: true };
    const elsewhere: Member = {
      ...away,
      find: (request) => findElsewhere({ ask: () => said(other(), request) }, request),
    };
    return new JoinedSequencer({
      members: {
        ...{ options: away, wealth: away },
        spot: own === 'spot' ? { sequencer: spot.sequencer } : elsewhere,
        futures: own === 'futures' ? { sequencer: futures.sequencer } : elsewhere,
      },
      engineOfCall,
      onTickLost: () => undefined,
    });
  }

  /** As its process answers, over the wire. */
  async function said(
    other: JoinedSequencer,
    request: Parameters<JoinedSequencer['replayStored']>[0],
  ): Promise<Outcome> {
    if (isApart) return { kind: 'problem', code: 'unavailable' };
    await new Promise((resolve) => setImmediate(resolve));
    try {
      const stored = await other.replayStored(request);
      return stored === undefined ? { kind: 'none' } : { kind: 'answer', ...stored };
    } catch (error) {
      if (!(error instanceof SubmitError)) throw error;
      return { kind: 'problem', code: error.code };
    }
  }

  const submit = (at: JoinedSequencer, key: string): Promise<Answer> => {
    const [source, target]: readonly UserAccount[] =
      at === atSpot ? ['coin', 'contract'] : ['contract', 'coin'];
    return at.submit({
      command: {
        ...{ kind: 'transfer', owner: ADA, currencyId: USDT.currencyId, amount: amountMinor(1n) },
        ...{ source: source as UserAccount, target: target as UserAccount },
      },
      idempotency: { owner: ADA, key, route: ROUTE, fingerprint: String(source) },
      render: ({ ok }) => ({ status: 200, body: String(ok) }),
    });
  };

  const transfers = async (): Promise<number> => {
    const counts = await Promise.all(
      [spot, futures].map(({ books }) =>
        books.query<{ count: bigint }>('SELECT count(*) AS count FROM sent_transfers'),
      ),
    );
    return counts.reduce((sum, [row]) => sum + Number(row?.count ?? 0), 0);
  };

  it('takes effect at one of them at most, whoever began first', async () => {
    for (let at = 0; at < 12; at += 1) {
      const before = await transfers();
      const later = async (which: JoinedSequencer, turns: number) => {
        for (let turn = 0; turn < turns; turn += 1)
          await new Promise((resolve) => setImmediate(resolve));
        return submit(which, `key ${at}`);
      };
      const both = await Promise.allSettled([
        later(atSpot, Math.max(0, at - 6)),
        later(atFutures, Math.max(0, 6 - at)),
      ]);
      const done = both.filter(({ status }) => status === 'fulfilled');
      expect(done.length).toBeLessThanOrEqual(1);
      expect((await transfers()) - before).toBe(done.length);
      for (const each of both)
        if (each.status === 'rejected')
          expect(each.reason).toMatchObject({ code: 'idempotency_conflict' });
    }
    await Promise.all([spot.carrier.settled(), futures.carrier.settled()]);
  });

  it('is the first one’s afterwards, which is answered the same again, and the other’s never', async () => {
    const before = await transfers();
    await Promise.allSettled([submit(atSpot, 'k'), submit(atFutures, 'k')]);
    await new Promise((resolve) => setImmediate(resolve));
    const bodies: string[] = [];
    for (let time = 0; time < 2; time += 1)
      for (const at of [atSpot, atFutures])
        await submit(at, 'k').then(
          ({ body }) => bodies.push(body),
          (error: unknown) => expect(error).toMatchObject({ code: 'idempotency_conflict' }),
        );
    expect(bodies).toEqual(['true', 'true']);
    expect(await transfers()).toBe(before + 1);
    await Promise.all([spot.carrier.settled(), futures.carrier.settled()]);
  });

  it('is two calls’ while they cannot ask one another', async () => {
    isApart = true;
    const before = await transfers();
    await Promise.all([submit(atSpot, 'k'), submit(atFutures, 'k')]);
    expect(await transfers()).toBe(before + 2);
    await Promise.all([spot.carrier.settled(), futures.carrier.settled()]);
  });
});
