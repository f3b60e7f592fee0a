import { useEffect, useState } from 'react';
import { IconButton } from '../actions/Button.tsx';
import { useSwipe } from '../layout/use-swipe.ts';
import { Icon } from '../marks/Icon.tsx';
import { dismissToast, type ShownToast } from './toast-store.ts';

const looks = {
  good: { icon: 'check', colour: 'text-good' },
  bad: { icon: 'warn', colour: 'text-bad' },
  info: { icon: 'info', colour: 'text-brand' },
} as const;

export interface ToastItemProps {
  toast: ShownToast;
  /** A newer one stands in its place: it waits, its time too. */
  isBehind: boolean;
  closeLabel: string;
}

/** One message; a swipe to the side puts it away. Its time stands still while a finger, the pointer or the focus is on it. */
export function ToastItem({ toast, isBehind, closeLabel }: ToastItemProps) {
  const { id, kind = 'good', text, detail, action, forMs = action ? 8000 : 5000 } = toast;
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    if (isHeld || isBehind || forMs === Number.POSITIVE_INFINITY) return;
    const timer = setTimeout(() => dismissToast(id), forMs);
    return () => clearTimeout(timer);
  }, [id, forMs, isHeld, isBehind]);
  const swipe = useSwipe(() => dismissToast(id));
  const look = looks[kind];
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only holds the clock
    <div
      className="fl-toast"
      hidden={isBehind}
      style={isBehind ? { display: 'none' } : undefined}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      {...swipe}
    >
      <Icon name={look.icon} className={look.colour} />
      <span className="min-w-0 flex-1 py-1 leading-[1.125rem]">
        {text} {detail && <span className="text-muted">{detail}</span>}
      </span>
      {action && (
        <button
          type="button"
          className="fl-btn"
          data-variant="text"
          data-size="44"
          onClick={() => {
            dismissToast(id);
            action.onClick();
          }}
        >
          {action.label}
        </button>
      )}
      {!action && (
        <IconButton
          icon="close"
          iconSize={16}
          label={closeLabel}
          className="text-muted"
          onClick={() => dismissToast(id)}
        />
      )}
    </div>
  );
}
