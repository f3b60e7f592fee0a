import { useAction } from '@fairlead/calls';
import type { NotificationSetting } from '@fairlead/contract';
import { Note, SectionHead, Switch } from '@fairlead/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl';

/** Each kind with its two switches; a switch moves at once and goes back where the server refuses. */
export function KindSwitches({ kinds }: { kinds: readonly NotificationSetting[] }) {
  const t = useTranslations('notifications');
  return (
    <section>
      <SectionHead title={t('what')} />
      <div className="gutter flex justify-end gap-2 text-12 text-muted" aria-hidden="true">
        <span className="w-18 text-center">{t('inbox')}</span>
        <span className="w-18 text-center">{t('push')}</span>
      </div>
      <ul className="fl-list">
        {kinds.map((setting) => (
          <li key={setting.kind}>
            <KindRow setting={setting} />
          </li>
        ))}
      </ul>
      <div className="gutter py-3">
        <Note kind="good">{t('always')}</Note>
      </div>
    </section>
  );
}

type Place = 'inbox' | 'push';

function KindRow({ setting }: { setting: NotificationSetting }) {
  const t = useTranslations('notifications');
  const [wish, setWish] = useState<Readonly<Record<Place, boolean>>>(setting);
  const save = useAction('saveNotification', { invalidates: ['notificationSettings'] });
  const kind = t(`kinds.${setting.kind}`);
  const flip = async (place: Place, isOn: boolean) => {
    setWish({ ...wish, [place]: isOn });
    const saved = await save.run({ kind: setting.kind, [place]: isOn });
    setWish(saved ?? { ...wish, [place]: !isOn });
  };
  const control = (place: Place) => (
    <span className="grid w-18 flex-none justify-items-center">
      <Switch
        label={t(place === 'inbox' ? 'inboxOf' : 'pushOf', { kind })}
        checked={wish[place]}
        disabled={save.isRunning}
        onCheckedChange={(isOn) => void flip(place, isOn)}
      />
    </span>
  );
  return (
    <div className="gutter flex min-h-14 items-center gap-2 py-1.5">
      <span className="min-w-0 flex-1">
        <span className="block text-pretty">{kind}</span>
        <span className="block text-12 text-pretty text-muted">
          {t(`kindsHelp.${setting.kind}`)}
        </span>
      </span>
      {/* Announcements have a list of their own. */}
      {setting.kind === 'announcements' ? (
        <span className="w-18 text-center text-muted">–</span>
      ) : (
        control('inbox')
      )}
      {control('push')}
    </div>
  );
}
