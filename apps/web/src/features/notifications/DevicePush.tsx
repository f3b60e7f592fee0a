import { useAction } from '@fairlead/calls';
import { Button, Icon, SectionHead, toast } from '@fairlead/ui';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import {
  type PushState,
  readPushState,
  turnPushOff,
  turnPushOn,
} from '../../data/account/push-device.ts';
import { queryClient } from '../../data/calls/query.ts';

export interface DevicePushProps {
  /** The server's, which the subscription is bound to. */
  pushKey: string;
  /** Of the user, in all. */
  devices: number;
}

/** Whether this device takes push messages, what stands in the way, and a test. */
export function DevicePush({ pushKey, devices }: DevicePushProps) {
  const t = useTranslations('notifications');
  const [state, setState] = useState<PushState>();
  const [isBusy, setBusy] = useState(false);
  const test = useAction('testPush', { onSuccess: (text) => toast({ kind: 'good', text }) });
  useEffect(() => {
    const read = () => void readPushState().then(setState, () => setState('unsupported'));
    read();
    // The browser's settings are elsewhere: whoever comes back from them sees what holds.
    window.addEventListener('focus', read);
    return () => window.removeEventListener('focus', read);
  }, []);
  const turn = async (run: () => Promise<PushState>) => {
    setBusy(true);
    try {
      setState(await run());
    } catch {
      toast({ kind: 'bad', text: t('pushFailed') });
    } finally {
      setBusy(false);
      void queryClient.invalidateQueries({ queryKey: ['notificationSettings'] });
    }
  };
  return (
    <section>
      <SectionHead title={t('device')} />
      <div className="gutter grid gap-3 pb-2">
        <p className="flex min-h-11 items-center gap-3 text-pretty" aria-live="polite">
          <Icon
            name={state === 'on' ? 'check' : state === 'blocked' ? 'warn' : 'device'}
            className={state === 'on' ? 'flex-none text-good' : 'flex-none text-muted'}
          />
          <span>
            <span className="block">
              {state === undefined ? t('deviceLead') : t(`states.${state}`)}
            </span>
            {devices > 0 && (
              <span className="block text-12 text-muted">{t('devices', { count: devices })}</span>
            )}
          </span>
        </p>
        {state === 'off' && (
          <Button
            variant="main"
            block
            busy={isBusy}
            onClick={() => void turn(() => turnPushOn(pushKey))}
          >
            {t('turnOn')}
          </Button>
        )}
        {state === 'on' && (
          <div className="grid grid-cols-2 gap-2">
            <Button block busy={test.isRunning} onClick={() => void test.run({})}>
              {t('test')}
            </Button>
            <Button block busy={isBusy} onClick={() => void turn(turnPushOff)}>
              {t('turnOff')}
            </Button>
          </div>
        )}
      </div>
    </section>
  );
}
