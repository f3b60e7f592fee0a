import { Button, formatDate, List, SettingRow } from '@fairlead/ui';
import { useLocale, useTranslations } from 'use-intl';
import { href } from '../../../app/navigation.ts';
import { Screen } from '../../../app/Screen.tsx';
import { useFreshUser } from '../../../data/account/use-fresh-user.ts';
import { useCopy } from '../../../data/use-copy.ts';
import { Avatar } from '../../../features/settings/Profile.tsx';
import { useLogOut } from '../../../features/settings/use-log-out.ts';

/** The account as the server knows it. */
export function Page() {
  const t = useTranslations('settings');
  const common = useTranslations('common');
  const locale = useLocale();
  const user = useFreshUser();
  const { logOut, isRunning } = useLogOut();
  if (user === undefined) return null;
  return (
    <Screen title={common('title.account')}>
      <div className="grid justify-items-center gap-2 pt-4 pb-6">
        <Avatar name={user.nickname} />
        <p className="max-w-full px-4 text-center text-20 font-strong wrap-anywhere">
          {user.nickname}
        </p>
      </div>
      <List label={common('title.account')}>
        <SettingRow label={t('userId')} value={user.id} />
        {user.email !== null && <SettingRow label={t('email')} value={user.email} />}
        {user.phone !== null && <SettingRow label={t('phone')} value={user.phone} />}
        <CopyRow label={t('inviteCode')} value={user.invite_code} />
        <SettingRow label={t('since')} value={formatDate(user.created_at, 'date', locale)} />
        <SettingRow label={common('title.holds')} href={href('pages/user/holds')} />
      </List>
      <div className="gutter pt-8">
        <Button variant="danger" block busy={isRunning} onClick={() => void logOut()}>
          {common('logOut')}
        </Button>
      </div>
    </Screen>
  );
}

function CopyRow({ label, value }: { label: string; value: string }) {
  const t = useTranslations('common');
  const copy = useCopy();
  return (
    <SettingRow
      label={label}
      value={
        <button type="button" className="hit select-text" onClick={() => void copy(value)}>
          <span className="font-medium text-text">{value}</span> · {t('copy')}
        </button>
      }
    />
  );
}
