import { useSyncExternalStore } from 'react';
import { ToastItem } from './ToastItem.tsx';
import { toastStore } from './toast-store.ts';

export interface ToastsProps {
  /** Names the cross of each message. */
  closeLabel: string;
}

/** Where `toast()` shows, over the bar at the top, where no row and no button of a page is. Refusals are read at once, the rest when there is a pause. */
export function Toasts({ closeLabel }: ToastsProps) {
  const shown = useSyncExternalStore(toastStore.subscribe, toastStore.read);
  const isUrgent = (kind: string | undefined) => kind === 'bad';
  // What stays until it is answered must not lie over the bar for so long.
  const stays = shown.length > 0 && shown.every(({ forMs }) => forMs === Number.POSITIVE_INFINITY);
  return (
    <div className="fl-toasts" data-stays={stays || undefined}>
      <div role="status" aria-live="polite" className="grid gap-2">
        {shown
          .filter((one) => !isUrgent(one.kind))
          .map((one) => (
            <ToastItem key={one.id} toast={one} closeLabel={closeLabel} />
          ))}
      </div>
      <div role="alert" aria-live="assertive" className="grid gap-2">
        {shown
          .filter((one) => isUrgent(one.kind))
          .map((one) => (
            <ToastItem key={one.id} toast={one} closeLabel={closeLabel} />
          ))}
      </div>
    </div>
  );
}
