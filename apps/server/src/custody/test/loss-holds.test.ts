/** Nothing leaves while an engine beside the home is held for a loss, whichever process runs it. */
import { describe, expect, test } from 'vitest';
import { checkNotLost } from '../../core/operations/trading-mode.ts';
import type { Queryable } from '../../core/store/database.ts';
import { SignerDesk, type SignerDeskOptions } from '../withdrawals/signer-desk.ts';

/** A database that answers each question with one row, or with none. */
const saying = (row?: object): Queryable => ({
  query: <Row>() => Promise.resolve((row === undefined ? [] : [row]) as Row[]),
});
const tradingOf = (mode: string, cause: string): Queryable =>
  saying({ trading_id: 1, mode, cause, reason: 'a test', since_ms: 1n });
const failing: Queryable = { query: () => Promise.reject(new Error('it is away')) };

const WITHDRAWAL = new Error('what a withdrawal asks the home');
const home: Queryable = { query: () => Promise.reject(WITHDRAWAL) };
const holds = (isHeldForLoss: boolean, ...products: readonly Queryable[]) => ({
  trading: { isHeldForLoss, isHeldForDrift: false },
  everyBooks: () => [home, ...products],
});
const deskOf = (given: ReturnType<typeof holds>) =>
  new SignerDesk({ ...given, database: home } as unknown as SignerDeskOptions);

describe('an exchange', () => {
  test.each([
    ['of one engine', holds(true)],
    ['of several whose home is held', holds(true, saying())],
    ['of several of which a product is', holds(false, saying(), tradingOf('cancel_only', 'loss'))],
  ])('%s that is held for a loss lets nothing leave', async (_which, given) => {
    await expect(checkNotLost(given)).rejects.toMatchObject({ code: 'held_for_loss' });
    expect(await deskOf(given).jobs(undefined)).toEqual([]);
  });

  test.each([
    ['of one engine', holds(false)],
    ['whose products were never stopped', holds(false, saying(), saying())],
    ['of which a product was resumed', holds(false, tradingOf('open', 'loss'))],
    [
      'of which a product is stopped by operators',
      holds(false, tradingOf('cancel_only', 'operator')),
    ],
  ])('%s that is not held goes on', async (_which, given) => {
    await expect(checkNotLost(given)).resolves.toBeUndefined();
    await expect(deskOf(given).jobs(undefined)).rejects.toBe(WITHDRAWAL);
  });

  test('whose product nobody can ask lets nothing leave', async () => {
    await expect(checkNotLost(holds(false, failing))).rejects.toThrow('it is away');
  });
});
