/** What only a tab that acts as a sub-account, or reads an account of somebody else, loads. */
import { isReading } from '../../data/account/acting.ts';
import * as ofSubAccount from '../../data/account/acting-rules.ts';
import { isClosedToReader, mayRead } from '../../data/account/reading-rules.ts';

export { ActingBar } from './ActingBar.tsx';
export { OfMain } from './OfMain.tsx';

export const mayCall = isReading ? mayRead : ofSubAccount.mayCall;
export const isOfMain = isReading ? isClosedToReader : ofSubAccount.isOfMain;
