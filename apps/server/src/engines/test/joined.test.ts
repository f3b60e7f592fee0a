/** Two engines as one: entries of the house between them, and keys that are one call's in both. */
import type { HouseAccount, PostingAccount, Result, UserAccount } from '@fairlead/engine';
import { USDT } from '@fairlead/testkit';
import { amountMinor } from '@fairlead/units';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { describeDatabases, openTestDatabase } from '../../../test/support/test-database.ts';
import { seed } from '../../../test/support/test-sequencer.ts';
import type { Answer } from '../../core/sequencer/submission.ts';
import { engineOfCall } from '../calls.ts';
import { JoinedSequencer } from '../joined.ts';
import { ADA, BOB, Side } from './side.ts';

const NOBODY = 999;

describeDatabases('engines as one', (kind) => {
  let spot: Side;
  let futures: Side;
  let joined: JoinedSequencer;
  let prepared: (owner: number) => Promise<void> | undefined;

  beforeEach(async () => {
    spot = new Side(await openTestDatabase(kind), 'spot');
    futures = new Side(await openTestDatabase(kind), 'futures');
    await spot.begin(() => [futures]);
    await seed(spot.sequencer);
    await futures.begin(() => [spot]);
    for (const owner of [BOB, ADA]) await spot.run({ kind: 'open_account', owner });
    await spot.run(entry('ada', { house: 'external' }, { owner: ADA, account: 'coin' }, 1_000n));
    await futures.mirror?.look();
    await spot.transfer(600n, 'contract');
    prepared = (owner) => futures.mirror?.open(owner).catch(() => undefined);
    const prepare = (owner: number | undefined) =>
      owner === undefined ? undefined : prepared(owner);
    const other = { sequencer: futures.sequencer, prepare };
    joined = new JoinedSequencer({
      members: {
        spot: { sequencer: spot.sequencer },
        futures: other,
        options: { ...other, isElsewhere: true },
        wealth: { ...other, isElsewhere: true },
      },
      engineOfCall,
      onTickLost: () => undefined,
    });
  });

  afterEach(async () => {
    for (const side of [spot, futures]) {
      await side.end();
      await side.tables.remove();
    }
  });

  const entry = (
    reference: string,
    source: PostingAccount,
    target: PostingAccount,
    amount = 100n,
  ) => ({
    ...{ kind: 'post_entry' as const, reason: 'correction' as const, reference, source, target },
    ...{ currencyId: USDT.currencyId, amount: amountMinor(amount) },
  });

  const contract = { owner: ADA, account: 'contract' } as const;
  const refused = (reject: string): Result => ({ ok: false, reject }) as Result;
  const outside = async (): Promise<bigint[]> => {
    const sql = `SELECT coalesce(sum(total_minor), 0)::text AS total FROM balances
      WHERE account = 'external' AND currency_id = ${USDT.currencyId}`;
    const rows = await Promise.all(
      [spot, futures].map(({ books }) => books.query<{ total: string }>(sql)),
    );
    return rows.map(([row]) => BigInt(row?.total ?? 0));
  };

  it('an entry between two engines is booked in both, once', async () => {
    const [atHome = 0n] = await outside();
    const between = entry('proposal:1', contract, { house: 'suspense' });
    expect(await joined.run(between)).toMatchObject({ ok: true });
    expect(await joined.run(between)).toEqual(refused('duplicate_reference'));
    expect(await futures.total()).toBe(500n);
    expect(await outside()).toEqual([atHome - 100n, 100n]);
    // An account that was not there yet is opened first.
    const given = entry('proposal:2', { house: 'suspense' }, { owner: BOB, account: 'contract' });
    expect(await joined.run(given)).toMatchObject({ ok: true });
    expect(await futures.total(BOB)).toBe(100n);
  });

  it.each(['referral_rebates', 'other_engines', 'withdrawals_in_transit'] as HouseAccount[])(
    'one with %s is refused before anything is booked',
    async (house) => {
      const before = await outside();
      const between = entry('proposal:1', contract, { house });
      expect(await joined.run(between)).toEqual(refused('terms_invalid'));
      expect([await futures.total(), await outside()]).toEqual([600n, before]);
    },
  );

  it('one to somebody without an account is refused before anything is booked', async () => {
    await joined.run(entry('proposal:1', contract, { house: 'suspense' }));
    const before = await outside();
    for (const [reference, house, account] of [
      ['proposal:2', 'suspense', 'contract'],
      ['proposal:3', 'contract_house', 'coin'],
    ] as const) {
      const given = entry(reference, { house }, { owner: NOBODY, account });
      expect(await joined.run(given)).toEqual(refused('account_not_found'));
    }
    expect(await outside()).toEqual(before);
  });

  it('one that broke off between its halves goes on, and one of before the division is not repeated', async () => {
    const between = entry('proposal:1', contract, { house: 'suspense' });
    await futures.run({ ...between, target: { house: 'external' }, reference: 'proposal:1:out' });
    expect(await joined.run(between)).toMatchObject({ ok: true });
    expect(await futures.total()).toBe(500n);
    const before = await outside();
    await spot.run(entry('proposal:2', { owner: ADA, account: 'coin' }, { house: 'suspense' }));
    const old = entry('proposal:2', contract, { house: 'suspense' });
    expect(await joined.run(old)).toEqual(refused('duplicate_reference'));
    expect([await futures.total(), await outside()]).toEqual([500n, before]);
  });

  it('whoever finds a key held leaves nothing behind that fails later', async () => {
    const failures: unknown[] = [];
    const note = (error: unknown) => failures.push(error);
    process.on('unhandledRejection', note);
    prepared = () => Promise.reject(new Error('the home is away'));
    const both = await Promise.allSettled([
      submit('contract', 'coin', 'a'),
      submit('contract', 'coin', 'a'),
    ]);
    expect(both).toMatchObject([
      { status: 'rejected', reason: { message: 'the home is away' } },
      { status: 'rejected', reason: { code: 'in_progress' } },
    ]);
    await new Promise((resolve) => setImmediate(resolve));
    process.off('unhandledRejection', note);
    expect(failures).toEqual([]);
  });

  it('two calls that had one key while an engine was away keep their answers', async () => {
    const transfer = (account: UserAccount, target: UserAccount) => ({
      ...{ kind: 'transfer' as const, owner: ADA, source: account, target },
      ...{ currencyId: USDT.currencyId, amount: amountMinor(10n) },
    });
    const named = { owner: ADA, key: 'K', route: 'POST wallet/change' };
    const render = ({ ok }: Result) => ({ status: 200, body: String(ok) });
    for (const [side, command, fingerprint] of [
      [spot, transfer('coin', 'contract'), 'a'],
      [futures, transfer('contract', 'coin'), 'b'],
    ] as const)
      await side.sequencer.submit({ command, idempotency: { ...named, fingerprint }, render });
    // A key is free again a moment after its answer.
    const settled = () => new Promise((resolve) => setImmediate(resolve));
    expect(await submit('coin', 'contract', 'a')).toMatchObject({ isReplay: true });
    await settled();
    expect(await submit('contract', 'coin', 'b')).toMatchObject({ isReplay: true });
    await settled();
    await expect(submit('contract', 'coin', 'c')).rejects.toMatchObject({
      code: 'idempotency_conflict',
    });
    await Promise.all([spot.carrier.settled(), futures.carrier.settled()]);
  });

  const submit = (source: UserAccount, target: UserAccount, fingerprint: string): Promise<Answer> =>
    joined.submit({
      command: {
        ...{ kind: 'transfer', owner: ADA, source, target },
        ...{ currencyId: USDT.currencyId, amount: amountMinor(10n) },
      },
      idempotency: { owner: ADA, key: 'K', route: 'POST wallet/change', fingerprint },
      render: ({ ok }) => ({ status: 200, body: String(ok) }),
    });

  it('a key of a transfer is one for both, also while the first is under way', async () => {
    const [first, second] = await Promise.allSettled([
      submit('coin', 'contract', 'a'),
      submit('contract', 'coin', 'b'),
    ]);
    expect([first, second]).toMatchObject([
      { status: 'fulfilled' },
      { status: 'rejected', reason: { code: 'idempotency_conflict' } },
    ]);
    await expect(submit('contract', 'coin', 'b')).rejects.toMatchObject({
      code: 'idempotency_conflict',
    });
    expect(await submit('coin', 'contract', 'a')).toMatchObject({ isReplay: true });
    await spot.carrier.settled();
    expect([await spot.total(), await futures.total()]).toEqual([390n, 610n]);
  });
});
