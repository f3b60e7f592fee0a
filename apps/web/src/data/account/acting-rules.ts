/** What of the app a sub-account has; loaded only by a tab that acts as one. */
import type { RouteName } from '@fairlead/contract';
import { SUB_ACCOUNT_CALLS } from '@fairlead/contract/sub-account-calls';

export const mayCall = (name: RouteName): boolean => SUB_ACCOUNT_CALLS.has(name);

/** Below `pages/`. */
const OF_MAIN = [
  'template/',
  'finance/',
  'publication/',
  'promotion/',
  'verification/',
  'bankbind/',
  'user/address/',
  'help/center/chat',
  'assets/deposit/',
  'assets/withdraw/',
  'assets/recurring',
  'settings/account/',
  'settings/alerts',
  'settings/notifications',
  'settings/subAccounts',
  'settings/security/',
] as const;

/** Of its own keys a sub-account has the page. */
const KEYS = 'settings/security/apiKeys';

export function isOfMain(path: string): boolean {
  const page = path.replace(/^pages\//, '');
  return page !== KEYS && OF_MAIN.some((start) => page.startsWith(start));
}
