/** What only a tab that acts as a sub-account loads. */
export { isOfMain, mayCall } from '../../data/account/acting-rules.ts';
export { ActingBar } from './ActingBar.tsx';
export { OfMain } from './OfMain.tsx';
