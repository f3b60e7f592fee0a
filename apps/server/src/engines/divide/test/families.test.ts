/** Accounts of one person, which a division must leave together: their freeze is the main account's. */
import { type Command, subAccountOf } from '@fairlead/engine';
import { USDT } from '@fairlead/testkit';
import { amountMinor } from '@fairlead/units';
import { expect, it } from 'vitest';
import { hasPostgres } from '../../../../test/support/postgres-server.ts';
import { FakeClock } from '../../../../test/support/test-sequencer.ts';
import { EXCHANGE_TABLES } from '../../../tables.ts';
import { divide } from '../divide.ts';
import { seedAll } from './busy-day.ts';
import { makeDatabases, openFour, openOne } from './exchange.ts';

it.skipIf(!hasPostgres)(
  'a sub-account goes with its main account, which holds the freeze of both',
  async () => {
    const { urls, remove } = await makeDatabases();
    const clock = new FakeClock();
    const one = await openOne(urls.spot, clock);
    await seedAll(one.sequencer);
    const main = 41;
    const sub = subAccountOf(main, 1);
    const commands: Command[] = [
      { kind: 'open_account', owner: sub },
      {
        kind: 'post_entry',
        reason: 'faucet',
        reference: 'of the sub-account',
        currencyId: USDT.currencyId,
        amount: amountMinor(300n),
        source: { house: 'external' },
        target: { owner: sub, account: 'contract' },
      },
      { kind: 'set_owner_state', owner: main, isFrozen: true },
    ];
    for (const command of commands) expect(await one.run(command)).toMatchObject({ ok: true });
    await one.close();
    await divide({ urls, tables: EXCHANGE_TABLES, nowMs: clock.nowMs });
    const four = await openFour(urls, clock);
    const { futures } = four.engines;
    const back: Command = {
      kind: 'transfer',
      owner: sub,
      source: 'contract',
      target: 'coin',
      currencyId: USDT.currencyId,
      amount: amountMinor(300n),
    };
    expect(await futures.run(back)).toMatchObject({ reject: 'account_frozen' });
    for (const { books } of [four.engines.spot, futures])
      expect(
        await books.query('SELECT owner_id FROM owners WHERE owner_id = ANY ($1) ORDER BY 1', [
          [main, sub],
        ]),
      ).toEqual([main, sub].map((owner_id) => ({ owner_id: BigInt(owner_id) })));
    await four.close();
    await remove();
  },
);
