import { useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { ToastItem } from './ToastItem.tsx';
import { type ShownToast, toastStore } from './toast-store.ts';

export interface ToastsProps {
  /** Names the cross of each message. */
  closeLabel: string;
}

/** What a bar at the top has room for: two lines. */
const BAR_PX = 46;

/** By itself, after a time. */
const goes = ({ forMs }: ShownToast): boolean => forMs !== Number.POSITIVE_INFINITY;
const isUrgent = ({ kind }: ShownToast): boolean => kind === 'bad';

/**
 * Where `toast()` shows, over the bar at the top, where no row and no button of a page is. Refusals are read at once, the
 * rest when there is a pause. Of several the newest is seen, and the others when it is gone; for one that is higher than the bar
 * the bar grows (`--toast-room`) and the page makes room.
 */
export function Toasts({ closeLabel }: ToastsProps) {
  const shown = useSyncExternalStore(toastStore.subscribe, toastStore.read);
  const place = useRef<HTMLDivElement>(null);
  // What stays until it is answered must not lie over the bar for so long.
  const newest = shown.findLast(goes)?.id;
  const stays = shown.length > 0 && newest === undefined;
  useLayoutEffect(() => {
    const seen = place.current?.querySelector<HTMLElement>('.fl-toast:not([hidden])');
    const over = Math.max(0, (seen?.offsetHeight ?? 0) - BAR_PX);
    const { style } = document.documentElement;
    if (newest === undefined || over === 0) style.removeProperty('--toast-room');
    else style.setProperty('--toast-room', `${over}px`);
  }, [newest]);
  const items = (list: readonly ShownToast[]) =>
    list.map((one) => (
      <ToastItem
        key={one.id}
        toast={one}
        isBehind={newest !== undefined && one.id !== newest}
        closeLabel={closeLabel}
      />
    ));
  return (
    <div ref={place} className="fl-toasts" data-stays={stays || undefined}>
      <div role="status" aria-live="polite" className="grid gap-2">
        {items(shown.filter((one) => !isUrgent(one)))}
      </div>
      <div role="alert" aria-live="assertive" className="grid gap-2">
        {items(shown.filter(isUrgent))}
      </div>
    </div>
  );
}
