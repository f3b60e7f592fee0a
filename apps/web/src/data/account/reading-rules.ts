/** What of the app an account of somebody else has; loaded only by a tab that acts as one or reads one. */
import type { RouteName } from '@fairlead/contract';
import { SHARED_CALLS } from '@fairlead/contract/shared-calls';

export const mayRead = (name: RouteName): boolean => SHARED_CALLS.has(name);

/** Below `pages/`: those that show what may be read, and those that are everybody's. */
const OF_READER: ReadonlySet<string> = new Set([
  ...(['index', 'tradeAccount', 'portfolio', 'record', 'statement', 'tax'] as const).map(
    (page) => `assets/${page}`,
  ),
  'assets/transfer/record',
  'settlement/receipt',
  'settlement/verify',
  'settings/language/language',
  'settings/about',
  'settings/legal',
  'help/center/center',
  'help/center/detail',
]);

/** A page that is added is closed until it is among them. */
export const isClosedToReader = (path: string): boolean =>
  !OF_READER.has(path.replace(/^pages\//, ''));
