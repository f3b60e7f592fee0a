import { IconButton, SettingGroup, SettingRow, toast } from '@fairlead/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { href } from '../../app/navigation.ts';
import { Screen } from '../../app/Screen.tsx';
import { clearCaches } from '../../data/clear-caches.ts';
import { CONFIRMATIONS, useSetting } from '../../data/settings.ts';
import { useFreshUser } from '../../data/use-fresh-user.ts';
import { useHasNews } from '../../features/articles/use-has-news.ts';
import { useUnread } from '../../features/messages/use-unread.ts';
import { ConfirmationsSheet } from '../../features/settings/ConfirmationsSheet.tsx';
import { DisplayGroup } from '../../features/settings/DisplayGroup.tsx';
import { GuestProfile, Profile } from '../../features/settings/Profile.tsx';
import { SecurityGroup } from '../../features/settings/SecurityGroup.tsx';
import { SettingsFoot } from '../../features/settings/SettingsFoot.tsx';
import { useLogOut } from '../../features/settings/use-log-out.ts';

/** Everything that can be set, on one screen; a guest sees what needs no account. */
export function Page() {
  const t = useTranslations('common');
  const user = useFreshUser();
  const { logOut, isRunning } = useLogOut();
  const logOutButton = (
    <IconButton
      icon="logout"
      label={t('logOut')}
      disabled={isRunning}
      onClick={() => void logOut()}
    />
  );
  return (
    <Screen title={t('title.settings')} right={user && logOutButton}>
      {user ? <Profile user={user} /> : <GuestProfile />}
      {user && <SecurityGroup user={user} />}
      <DisplayGroup />
      {user && <TradingGroup />}
      <HelpGroup />
      <SettingsFoot />
    </Screen>
  );
}

function TradingGroup() {
  const t = useTranslations('settings');
  const [isOpen, setOpen] = useState(false);
  const silenced = useSetting('silenced');
  const total = CONFIRMATIONS.length;
  return (
    <SettingGroup title={t('trading')}>
      <SettingRow
        icon="check"
        label={t('confirmations')}
        value={t('someOn', { on: String(total - silenced.length), total: String(total) })}
        onClick={() => setOpen(true)}
      />
      <ConfirmationsSheet open={isOpen} onOpenChange={setOpen} />
    </SettingGroup>
  );
}

function HelpGroup() {
  const t = useTranslations('settings');
  const unread = useUnread();
  const hasNews = useHasNews() || unread > 0;
  const clear = async () => {
    await clearCaches();
    toast({ kind: 'info', text: t('cacheCleared') });
  };
  return (
    <SettingGroup title={t('helpGroup')}>
      <ul className="fl-list">
        <li>
          <SettingRow
            icon="alert"
            label={t('notices')}
            value={hasNews ? t('new') : undefined}
            href={
              unread > 0
                ? href('pages/notice/index', { tab: 'messages' })
                : href('pages/notice/index')
            }
          />
        </li>
        <li>
          <SettingRow icon="support" label={t('help')} href={href('pages/help/center/center')} />
        </li>
        <li>
          <SettingRow icon="trash" label={t('clearCache')} onClick={() => void clear()} />
        </li>
      </ul>
    </SettingGroup>
  );
}
