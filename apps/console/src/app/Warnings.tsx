import { useApi } from '@fairlead/calls';
import type { ResponseOf } from '@fairlead/contract';
import { formatClock, formatDate, Icon, Strip } from '@fairlead/ui';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { callApi } from '../data/api.ts';
import { useNow } from '../data/hooks.ts';
import { usePasskeyPlace } from '../data/passkey.ts';
import { endSession } from '../data/session.ts';
import { type Me, useCounts } from '../data/use-config.ts';
import { StepUp } from './StepUp.tsx';
import { shellTexts as t } from './texts.ts';

const SESSION_WARNING_MS = 5 * 60_000;
const STATUS_EVERY_MS = 10_000;
const IDLE_WARNING_MS = 60_000;
const ACTIVITY = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;

/** What must be seen on every page, above everything. */
export function Warnings({ me }: { me: Me }) {
  const counts = useCounts();
  const isOnline = useIsOnline();
  const place = usePasskeyPlace();
  // The header asks for it as often.
  const { data: system } = useApi('system', {}, { pollMs: STATUS_EVERY_MS });
  return (
    <div className="con-warnings">
      {counts?.is_sound === false && (
        <p className="con-alarm" role="alert">
          <Icon name="warn" size={16} />
          {t.booksOff}
        </p>
      )}
      {counts?.is_sound !== false && system?.trading.mode === 'cancel_only' && (
        <p className="con-alarm" role="alert">
          <Icon name="warn" size={16} />
          {t.cancelOnly}
        </p>
      )}
      {system?.trading.mode === 'open' && system.products?.some(isStill) === true && (
        <p className="con-alarm" role="alert">
          <Icon name="warn" size={16} />
          {t.productOff}
        </p>
      )}
      {me.needs_second_operator && !me.demo && <Strip kind="stale">{t.needsSecond}</Strip>}
      {!me.demo && !me.has_passkey && place !== undefined && place !== 'closed' && (
        <Strip kind="stale">{t.needsPasskey}</Strip>
      )}
      {me.machine_resets?.map(({ name, time }) => (
        <Strip key={`${name} ${time}`} kind="stale">
          {t.machineReset(name, formatDate(time, 'dayMinute', 'en'))}
        </Strip>
      ))}
      {me.is_sso === true && <StepUp />}
      {!isOnline && <Strip kind="offline">{t.offline}</Strip>}
      <SessionEnd me={me} />
    </div>
  );
}

const isStill = ({ mode, is_sound }: NonNullable<ResponseOf<'system'>['products']>[number]) =>
  mode === 'cancel_only' || !is_sound;

const subscribeOnline = (listener: () => void): (() => void) => {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
};

const useIsOnline = (): boolean => useSyncExternalStore(subscribeOnline, () => navigator.onLine);

/** Counts down to the end of the session, and ends it when nobody touched anything for as long as the server allows. */
function SessionEnd({ me }: { me: Me }) {
  const now = useNow(1_000);
  const idleForMs = useIdleMs();
  const idleLeftMs = me.idle_ms - idleForMs;
  const leftMs = me.session_ends_at - now;
  const isOver = idleLeftMs <= 0 || leftMs <= 0;
  const reason = leftMs <= 0 ? 'expired' : 'idle';
  useEffect(() => {
    if (!isOver) return;
    // Polling would keep the server's own session alive for ever: it is ended here.
    void callApi('operatorLogout', {}).catch(() => undefined);
    endSession(reason);
  }, [isOver, reason]);
  if (idleLeftMs < IDLE_WARNING_MS)
    return <Strip kind="stale">{t.idleEnds(formatClock(idleLeftMs / 1_000))}</Strip>;
  if (leftMs < SESSION_WARNING_MS)
    return <Strip kind="stale">{t.sessionEnds(formatClock(leftMs / 1_000))}</Strip>;
  return null;
}

/** How long nobody has touched keyboard or pointer, renewed every second. */
function useIdleMs(): number {
  const touchedAt = useRef(Date.now());
  const [idleMs, setIdleMs] = useState(0);
  useEffect(() => {
    const touch = () => {
      touchedAt.current = Date.now();
    };
    const timer = setInterval(() => setIdleMs(Date.now() - touchedAt.current), 1_000);
    for (const name of ACTIVITY) window.addEventListener(name, touch, { passive: true });
    return () => {
      clearInterval(timer);
      for (const name of ACTIVITY) window.removeEventListener(name, touch);
    };
  }, []);
  return idleMs;
}
