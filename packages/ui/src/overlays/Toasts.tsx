import { useSyncExternalStore } from 'react';
import { ToastItem } from './ToastItem.tsx';
import { toastStore } from './toast-store.ts';

export interface ToastsProps {
  /** Names the cross of each message. */
  closeLabel: string;
}

/** Where `toast()` shows; once in the app. Refusals are read at once, the rest when there is a pause. */
export function Toasts({ closeLabel }: ToastsProps) {
  const shown = useSyncExternalStore(toastStore.subscribe, toastStore.read);
  const isUrgent = (kind: string | undefined) => kind === 'bad';
  return (
    <div className="fl-toasts">
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
