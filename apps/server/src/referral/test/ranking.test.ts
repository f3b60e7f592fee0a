/** The ranking of inviters: ten by what they really earned, masked, once a day (R1). */
import { HOUR_MS } from '@fairlead/units';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { TestServer, TestUser } from '../../../test/support/fixture.ts';
import { drifts } from '../../offerings/test/fixture.ts';
import { invitedBy, startReferralServer, trade } from './fixture.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startReferralServer();
});
afterEach(async () => {
  expect(await drifts(server)).toEqual([]);
  await server.stop();
});

const rankingFor = (user: TestUser) => server.data('inviteRanking', {}, user);

test('ten by earnings, masked; the caller’s line last where it is not among them', async () => {
  const stranger = await server.trader();
  const inviters: TestUser[] = [];
  for (let place = 1; place <= 12; place += 1) {
    const inviter = await server.trader();
    inviters.unshift(inviter);
    await trade(
      server,
      { maker: stranger, taker: await invitedBy(server, inviter) },
      `0.${`${place}`.padStart(2, '0')}`,
    );
  }
  const [best, second] = inviters;
  const last = inviters.at(-1);
  if (best === undefined || second === undefined || last === undefined) throw new Error('none');
  const seen = await rankingFor(last);
  expect(seen).toHaveLength(11);
  expect(seen.map(({ rank }) => rank)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12]);
  expect(seen[0]).toEqual({
    rank: 1,
    account: expect.stringMatching(/^u\*\*\*\d$/),
    invite_count: 1,
    earnings: '0.004800',
  });
  expect(seen[10]).toMatchObject({ is_own: true, earnings: '0.000400', invite_count: 1 });
  expect(JSON.stringify(seen)).not.toContain('@');
  const own = await rankingFor(second);
  expect(own).toHaveLength(10);
  expect(own.filter(({ is_own: isOwn }) => isOwn)).toEqual([own[1]]);

  // Kept for the day; a caller's own line is as it is now.
  await trade(server, { maker: stranger, taker: await invitedBy(server, last) }, '1');
  const later = await rankingFor(last);
  expect(later.slice(0, 10)).toEqual(seen.slice(0, 10));
  expect(later[10]).toMatchObject({ rank: 11, earnings: '0.050400', invite_count: 2 });
  await server.pass(16 * HOUR_MS);
  const nextDay = await rankingFor(last);
  expect(nextDay[0]).toMatchObject({ rank: 1, earnings: '0.050400', is_own: true });
  expect(nextDay).toHaveLength(10);
});

test('has nobody who earned nothing, and no bots; the caller has a line all the same', async () => {
  const [bot, nobody] = [await server.trader(), await server.trader()];
  const invited = await invitedBy(server, bot);
  await trade(server, { maker: await server.trader(), taker: invited });
  await server.context.database.query('UPDATE users SET is_bot = true WHERE user_id = $1', [
    bot.userId,
  ]);
  expect(await rankingFor(nobody)).toEqual([
    {
      rank: 1,
      account: expect.any(String),
      invite_count: 0,
      earnings: '0.000000',
      is_own: true,
    },
  ]);
});

test('waits with the day’s figures for the index of what was earned', async () => {
  const inviter = await server.trader();
  const invited = await invitedBy(server, inviter);
  await trade(server, { maker: await server.trader(), taker: invited });
  server.clock.nowMs += 30_000;
  expect(await rankingFor(inviter)).toMatchObject([{ earnings: '0.000000', is_own: true }]);
  server.clock.nowMs += 60_000;
  await server.tick();
  expect(await rankingFor(inviter)).toMatchObject([{ earnings: '0.040000', is_own: true }]);
});
