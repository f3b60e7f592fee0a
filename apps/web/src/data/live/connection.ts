/** How live the figures are: the socket, the network, and when the last data came. */
import type { LiveState } from '@fairlead/client';
import { create } from 'zustand';

export interface ConnectionState {
  /** 'connecting' at first, 'live', then 'reconnecting' after a loss. */
  readonly socket: 'connecting' | 'live' | 'reconnecting';
  /** What the browser says of the network. */
  readonly isOnline: boolean;
  /** When prices last came, by this device's clock. */
  readonly lastDataAtMs: number | undefined;
}

export const connectionStore = create<ConnectionState>()(() => ({
  socket: 'connecting',
  isOnline: typeof navigator === 'undefined' || navigator.onLine,
  lastDataAtMs: undefined,
}));

/** What the client says, as it is shown: a first attempt is no loss, anything after a connection is one. */
export function socketAfter(
  before: ConnectionState['socket'],
  state: LiveState,
): ConnectionState['socket'] {
  if (state === 'live') return 'live';
  return state === 'connecting' && before === 'connecting' ? 'connecting' : 'reconnecting';
}

const DATA_MARK_MS = 1_000;

/** Prices came now. Marked once a second at most, so that readers do not render with every tick. */
export function markData(nowMs: number = Date.now()): void {
  const { lastDataAtMs } = connectionStore.getState();
  if (lastDataAtMs === undefined || nowMs - lastDataAtMs >= DATA_MARK_MS)
    connectionStore.setState({ lastDataAtMs: nowMs });
}

export const useConnection = (): ConnectionState => connectionStore();

/** Whether what is on the screen may be taken as live. */
export const useIsLive = (): boolean =>
  connectionStore(({ socket, isOnline }) => isOnline && socket === 'live');

/** Follows the browser's word on the network. Once, at start-up. */
export function followNetwork(): void {
  const follow = () => connectionStore.setState({ isOnline: navigator.onLine });
  window.addEventListener('online', follow);
  window.addEventListener('offline', follow);
}
