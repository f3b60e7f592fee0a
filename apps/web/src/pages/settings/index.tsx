import { IconButton, SettingGroup, SettingRow, toast } from '@fairlead/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { href } from '../../app/navigation.ts';
import { Screen } from '../../app/Screen.tsx';
import { clearCaches } from '../../data/clear-caches.ts';
import { useUser } from '../../data/session.ts';
import { CONFIRMATIONS, useSetting } from '../../data/settings.ts';
import { useApi } from '../../data/use-api.ts';
import { useHasNews } from '../../features/articles/use-has-news.ts';
import { ConfirmationsSheet } from '../../features/settings/ConfirmationsSheet.tsx';
import { DisplayGroup } from '../../features/settings/DisplayGroup.tsx';
import { GuestProfile, Profile } from '../../features/settings/Profile.tsx';
import { SettingsFoot } from '../../features/settings/SettingsFoot.tsx';
import { useLogOut } from '../../features/settings/use-log-out.ts';

/** Everything that can be set, on one screen; a guest sees what needs no account. */
export function Page() {
  const t = useTranslations('common');
  const user = useUser();
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
      {user && <SecurityGroup />}
      <DisplayGroup />
      {user && <TradingGroup />}
      <HelpGroup />
      <SettingsFoot />
    </Screen>
  );
}

function SecurityGroup() {
  const t = useTranslations('settings');
  const { data: sessions } = useApi('sessions', {});
  return (
    <SettingGroup title={t('security')}>
      <ul className="fl-list">
        <li>
          <SettingRow
            icon="key"
            label={t('loginPassword')}
            value={t('change')}
            href={href('pages/settings/security/changePassword')}
          />
        </li>
        <li>
          <SettingRow
            icon="device"
            label={t('sessions')}
            value={sessions?.length}
            href={href('pages/settings/security/index')}
          />
        </li>
      </ul>
    </SettingGroup>
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
  const hasNews = useHasNews();
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
            href={href('pages/notice/index')}
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
