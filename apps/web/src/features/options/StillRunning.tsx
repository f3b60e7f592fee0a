import { useServerTime } from '../../data/use-server-time.ts';
import { Running } from './Running.tsx';
import { useRunningOrders } from './use-running-orders.ts';

export interface StillRunningProps {
  /** The market that the page is about. */
  symbol: string;
  isStale: boolean;
}

/** What runs, where nothing is sold any more. */
export function StillRunning({ symbol, isStale }: StillRunningProps) {
  const nowMs = useServerTime(1_000);
  const running = useRunningOrders(nowMs);
  return <Running running={running} nowMs={nowMs} symbol={symbol} isStale={isStale} />;
}
