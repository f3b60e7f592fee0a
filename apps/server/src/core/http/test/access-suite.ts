/**
 * Every route of the contract × every kind of caller, on whatever answers them: one process, or a gateway before the engines of all
 * products. Who may call is the contract's own declaration; what guests may call is listed here once more.
 */
import {
  OPERATOR_ROLES,
  type OperatorRole,
  type RouteName,
  type RouteSpec,
  routeEntries,
} from '@fairlead/contract';
import { describe, expect, test } from 'vitest';
import type { Reply } from '../../../../test/support/fixture.ts';

/** What a guest may call: the public calls and the ways to a session. */
const PUBLIC: ReadonlySet<RouteName> = new Set<RouteName>([
  'setLang',
  'getLang',
  'areaCode',
  'smsSend',
  'smsMail',
  'register',
  'login',
  'checkMobile',
  'checkEmail',
  'forget',
  'passkeyOptions',
  'passkeyLogin',
  'passkeyProve',
  'lockByMail',
  'beginRecovery',
  'stopRecoveryByMail',
  'unsubscribeMail',
  'identityCallback',
  'travelCallback',
  'quotations',
  'candles',
  'indexSamples',
  'deal',
  'futuresDeal',
  'optionTimes',
  'payableCurrencies',
  'hostingProducts',
  'hostingProduct',
  'offerings',
  'offering',
  'recommendedOfferings',
  'receipt',
  'receipts',
  'receiptHeads',
  'refunds',
  'receiptHashes',
  'headPublications',
  'corrections',
  'liabilities',
  'liabilitySnapshot',
  'reserves',
  'currencies',
  'marketQuality',
  'newsList',
  'newsDetail',
  'legal',
  'offices',
  'config',
  'upcomingTerms',
  'inbox',
  'customerUrl',
  'operatorLogin',
  'operatorEnrol',
  'operatorLink',
  'useOperatorLink',
  'operatorConfirmEnrol',
  'operatorPasskeyOptions',
  'beginOperatorSso',
  'operatorSsoLogin',
  'operatorPasskeyLogin',
  'beginOperatorPasskey',
  'confirmOperatorPasskey',
]);

export const SIGNER_TOKEN = 'a credential of the signer, 32 or more'.replaceAll(' ', '-');
export const SWEEPER_TOKEN = 'another one of those that sweep deposits'.replaceAll(' ', '-');

/** What answers, and a token of each kind of caller. */
export interface Answering {
  /** Empty requests: whoever gets past the access check meets the schema or succeeds. */
  readonly emptyCall: (name: RouteName, token: string | undefined) => Promise<Reply>;
  readonly user: () => string;
  /** Of a recovery that is open. */
  readonly recovery: () => string;
  readonly operator: (role: OperatorRole) => string | undefined;
}

type Policy =
  | { readonly kind: 'guest' | 'user' | 'signer' | 'sweeper' | 'recovery' }
  | { readonly kind: OperatorRole };

/** What the declaration of a route means for a kind of caller. */
function expected({ access }: RouteSpec, { kind }: Policy): string {
  if (access.who === 'public') return 'through';
  if (access.who !== 'operator') return access.who === kind ? 'through' : 'not_logged_in';
  const role = OPERATOR_ROLES.find((each) => each === kind);
  if (role === undefined) return 'not_logged_in';
  return role === 'owner' || access.roles.includes(role) ? 'through' : 'forbidden';
}

// Ending a session would end it for the rows after it.
const ENDING: ReadonlySet<RouteName> = new Set(['logout', 'operatorLogout', 'lockAccount']);
export const entries = routeEntries.filter(([name]) => !ENDING.has(name));

/** How a call was refused for who called, or that it was not. */
export async function refusalOf(
  { emptyCall }: Pick<Answering, 'emptyCall'>,
  name: RouteName,
  token: string | undefined,
): Promise<string> {
  const { status, error } = await emptyCall(name, token);
  if (status === 401 && error === 'not_logged_in') return 'not_logged_in';
  if (status === 403 && error === 'forbidden') return 'forbidden';
  return 'through';
}

export function describeAccess(answering: Answering): void {
  describe.each(entries)('%s', (name, spec) => {
    test('has a declared policy', () => {
      expect(spec.access.who === 'public').toBe(PUBLIC.has(name));
    });

    test('guest, and tokens that are none', async () => {
      for (const token of [undefined, '', 'x', 'x'.repeat(43), "' OR 1=1 --", 'x'.repeat(500)])
        expect(await refusalOf(answering, name, token)).toBe(expected(spec, { kind: 'guest' }));
    });

    test('user', async () => {
      expect(await refusalOf(answering, name, answering.user())).toBe(
        expected(spec, { kind: 'user' }),
      );
    });

    test.each([
      ['signer', SIGNER_TOKEN],
      ['sweeper', SWEEPER_TOKEN],
    ] as const)('%s', async (kind, token) => {
      expect(await refusalOf(answering, name, token)).toBe(expected(spec, { kind }));
    });

    test('recovery', async () => {
      expect(await refusalOf(answering, name, answering.recovery())).toBe(
        expected(spec, { kind: 'recovery' }),
      );
    });

    test.each(OPERATOR_ROLES)('%s', async (role) => {
      expect(await refusalOf(answering, name, answering.operator(role))).toBe(
        expected(spec, { kind: role }),
      );
    });
  });
}
