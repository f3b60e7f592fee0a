/** What other capabilities may use of realtime. */
export { Allowance } from './allowance.ts';
export { CancelSwitches, isSwitch, type SwitchAsked } from './cancel-switches.ts';
export { Coalescer } from './coalescer.ts';
export { isOwnOrigin } from './realtime.ts';
