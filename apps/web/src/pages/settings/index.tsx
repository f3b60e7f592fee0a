import { PRODUCT, VERSION } from '@fairlead/contract/constants';
import { IconButton, SettingGroup, SettingRow, toast } from '@fairlead/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { href } from '../../app/navigation.ts';
import { Screen } from '../../app/Screen.tsx';
import { acting } from '../../data/account/acting.ts';
import { CONFIRMATIONS, useSetting } from '../../data/account/settings.ts';
import { useFreshUser } from '../../data/account/use-fresh-user.ts';
import { useHasNews, useUnread } from '../../data/unread.ts';
import { useConfig } from '../../data/use-config.ts';
import { useChatEntry } from '../../features/chat/use-chat-entry.ts';
import { AppGroup } from '../../features/settings/AppGroup.tsx';
import { ConfirmationsSheet } from '../../features/settings/ConfirmationsSheet.tsx';
import { clearCaches } from '../../features/settings/caches.ts';
import { DisplayGroup } from '../../features/settings/DisplayGroup.tsx';
import { GuestProfile, Profile } from '../../features/settings/Profile.tsx';
import { SecurityGroup } from '../../features/settings/SecurityGroup.tsx';
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
      {user && acting === undefined && <Profile user={user} />}
      {!user && <GuestProfile />}
      <div className="wide:columns-2 wide:gap-6 wide:*:break-inside-avoid">
        {user && <SecurityGroup user={user} />}
        <DisplayGroup />
        {user && acting === undefined && <ToldGroup />}
        {user && <TradingGroup />}
        {user && acting === undefined && <FriendsGroup code={user.invite_code} />}
        <AppGroup />
        <HelpGroup />
      </div>
      <SettingsFoot />
    </Screen>
  );
}

function ToldGroup() {
  const title = useTranslations('common.title');
  const t = useTranslations('notifications');
  return (
    <SettingGroup title={t('what')}>
      <ul className="fl-list">
        <li>
          <SettingRow
            icon="alert"
            label={title('notifications')}
            href={href('pages/settings/notifications')}
          />
        </li>
        <li>
          <SettingRow
            icon="contract"
            label={title('alerts')}
            href={href('pages/settings/alerts')}
          />
        </li>
      </ul>
    </SettingGroup>
  );
}

function TradingGroup() {
  const t = useTranslations('settings');
  const title = useTranslations('common.title');
  const [isOpen, setOpen] = useState(false);
  const silenced = useSetting('silenced');
  const total = CONFIRMATIONS.length;
  return (
    <SettingGroup title={t('trading')}>
      {acting === undefined && (
        <SettingRow
          icon="people"
          label={title('subAccounts')}
          href={href('pages/settings/subAccounts')}
        />
      )}
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

function FriendsGroup({ code }: { code: string }) {
  const t = useTranslations('settings');
  const title = useTranslations('common.title');
  return (
    <SettingGroup title={t('friends')}>
      <SettingRow
        icon="people"
        label={title('promotion')}
        value={code}
        href={href('pages/promotion/index')}
      />
    </SettingGroup>
  );
}

function HelpGroup() {
  const t = useTranslations('settings');
  const title = useTranslations('common.title');
  const unread = useUnread();
  const chat = useChatEntry();
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
          <SettingRow icon="book" label={t('help')} href={href('pages/help/center/center')} />
        </li>
        {acting === undefined && (
          <li>
            <SettingRow
              icon="support"
              label={title('chat')}
              value={chat.unread > 0 ? `${chat.unread} ${t('new')}` : undefined}
              {...chat.link}
            />
          </li>
        )}
        <li>
          <SettingRow
            icon="shield"
            label={title('liabilities')}
            href={href('pages/settlement/liabilities')}
          />
        </li>
        <li>
          <SettingRow icon="trash" label={t('clearCache')} onClick={() => void clear()} />
        </li>
        <li>
          <SettingRow
            icon="info"
            label={title('about')}
            value={VERSION}
            href={href('pages/settings/about')}
          />
        </li>
      </ul>
    </SettingGroup>
  );
}

/** Who operates this, under which licence, and the version. */
function SettingsFoot() {
  const t = useTranslations('settings');
  const { data: config } = useConfig();
  return (
    <footer className="flex justify-between gap-6 gutter pt-4 pb-6 text-12 text-muted">
      <p>
        {config?.company_name === undefined
          ? t('noOperator')
          : t('operator', { name: config.company_name })}
        {config?.company_licence !== undefined && (
          <>
            <br />
            {t('licence', { licence: config.company_licence })}
          </>
        )}
      </p>
      <p className="text-end whitespace-nowrap">
        {PRODUCT} {config?.version ?? VERSION}
      </p>
    </footer>
  );
}
