// @vitest-environment jsdom
import { SHARED_CALLS } from '@fairlead/contract/shared-calls';
import { beforeEach, expect, test, vi } from 'vitest';
import { user } from '../../../test/user.ts';
import { routes } from '../../app/routes.ts';
import { isClosedToReader } from './reading-rules.ts';

const SHARED = { id: 7, name: 'a***a', share: '7.0', isOfSeveral: false, main: user.id };

/** The module as a page that is loaded now has it. */
async function loaded(kept: object) {
  vi.resetModules();
  window.localStorage.setItem('token', 't');
  window.localStorage.setItem('user', JSON.stringify(user));
  window.sessionStorage.setItem('acting', JSON.stringify(kept));
  return import('./acting.ts');
}

beforeEach(() => window.sessionStorage.clear());

test('of the pages a reader has those that show what is shared and what is everybody’s', () => {
  const open = routes.filter(({ path }) => !isClosedToReader(path)).map(({ path }) => path);
  expect(open.sort()).toEqual(
    [
      ...['index', 'tradeAccount', 'portfolio', 'record', 'statement', 'tax'].map(
        (page) => `pages/assets/${page}`,
      ),
      ...['pages/assets/transfer/record', 'pages/settlement/receipt', 'pages/settlement/verify'],
      ...['pages/settings/language/language', 'pages/settings/about', 'pages/settings/legal'],
      ...['pages/help/center/center', 'pages/help/center/detail'],
    ].sort(),
  );
});

test('a tab that reads names the share in every call but the reader’s own and everybody’s', async () => {
  const { shareOf, subAccountOf, isReading } = await loaded(SHARED);
  expect(isReading).toBe(true);
  for (const name of SHARED_CALLS) expect(shareOf(name), name).toBe('7.0');
  // The server refuses them: none is done as the reader.
  for (const name of ['placeOrder', 'withdraw', 'saveDepositCosts', 'exportOwn'] as const)
    expect(shareOf(name), name).toBe('7.0');
  for (const name of ['center', 'logout', 'config', 'quotations', 'setLang'] as const)
    expect(shareOf(name), name).toBeUndefined();
  expect(subAccountOf('wallet')).toBeUndefined();
});

test('a tab that acts as a sub-account names no share', async () => {
  const { shareOf, subAccountOf, isReading } = await loaded({ id: 9, name: 'Grid', main: user.id });
  expect([isReading, shareOf('wallet'), subAccountOf('wallet')]).toEqual([false, undefined, 9]);
});

test('what is not shared is not asked for, and its pages are closed', async () => {
  const { takeActingParts, mayAskActing, isClosedActing } = await loaded(SHARED);
  takeActingParts(await import('../../app/shell/acting-parts.ts'));
  expect([mayAskActing('wallet'), mayAskActing('messages'), mayAskActing('subAccounts')]).toEqual([
    ...[true, false, false],
  ]);
  expect([isClosedActing('pages/assets/index'), isClosedActing('pages/trade/spot')]).toEqual([
    ...[false, true],
  ]);
});
