/** SANDBOX (docs/operating/modes.md): a demo on real or recorded prices, fixed at the first start, without any chain. */
import { describe, expect, test } from 'vitest';
import { startTestServer } from '../../../../test/support/fixture.ts';
import { openTestDatabase } from '../../../../test/support/test-database.ts';
import { settleMode } from '../../../demo/first-start.ts';
import { loadConfig } from '../../config/config.ts';
import { StartRefusedError } from '../../store/database.ts';

const LIVE = { SANDBOX: 'true', FEED: 'live:kraken' };

describe('settings', () => {
  test('a sandbox is a demo with prices of the world', () => {
    expect(loadConfig(LIVE)).toMatchObject({ isDemo: true, isSandbox: true, hasBots: true });
    expect(loadConfig({})).toMatchObject({ isDemo: true, isSandbox: false });
  });

  test.each([
    [{ SANDBOX: 'true' }, /SANDBOX: true needs real or recorded prices/],
    [{ ...LIVE, DEMO: 'false' }, /SANDBOX: true is trading with test funds/],
    [
      { ...LIVE, SIGNER_TOKEN: 'a-credential-of-the-signer-32-chars' },
      /SANDBOX: true takes no chains/,
    ],
    [
      { ...LIVE, SWEEPER_TOKEN: 'a-credential-of-sweepers-of-32-chars' },
      /SANDBOX: true takes no chains/,
    ],
    [
      { ...LIVE, SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'a@b.example' },
      /SMTP_URL: is refused/,
    ],
  ])('%j', (environment, reason) => {
    expect(() => loadConfig(environment)).toThrow(reason);
  });
});

test('its data never become a demo’s or real, nor theirs a sandbox’s', async () => {
  const opened = await openTestDatabase();
  const [demo, sandbox, real] = [
    { isDemo: true },
    { isDemo: true, isSandbox: true },
    { isDemo: false },
  ];
  await settleMode(opened.database, sandbox, 1);
  await settleMode(opened.database, sandbox, 2);
  for (const other of [demo, real])
    await expect(settleMode(opened.database, other, 3)).rejects.toThrow(StartRefusedError);
  await expect(settleMode(opened.database, demo, 3)).rejects.toThrow(
    /SANDBOX: this database was set up in sandbox mode and can never run in demo mode/,
  );
  await opened.remove();
});

test('it says so to the app, to programs and to charts', async () => {
  const server = await startTestServer({ environment: LIVE });
  expect(await server.data('config')).toMatchObject({ demo: true, sandbox: true, feed: 'live' });
  const info = await server.app.inject('/binance/api/v3/exchangeInfo');
  expect(info.headers['x-fairlead-mode']).toBe('sandbox');
  expect(info.json()).toMatchObject({ mode: 'sandbox' });
  const symbol = await server.app.inject('/udf/symbols?symbol=BTC/USDT');
  expect(symbol.json().description).toBe('Bitcoin / Tether (sandbox)');
  await server.stop();
});
