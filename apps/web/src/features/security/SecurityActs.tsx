import { Listing, LoadingRows, useApiPages } from '@fairlead/calls';
import type { SecurityAct } from '@fairlead/contract';
import { EmptyState, formatDate, Icon, type IconName, List } from '@fairlead/ui';
import { useLocale, useTranslations } from 'use-intl';
import { deviceName } from './device-name.ts';

/** What deserves a second look stands out. */
const WARNED: ReadonlySet<SecurityAct['kind']> = new Set([
  'login_refused',
  'password_reset',
  'otp_disabled',
  'passkey_removed',
  'account_locked',
  'recovery_begun',
  'account_recovered',
]);

const ICONS: Readonly<Partial<Record<SecurityAct['kind'], IconName>>> = {
  logged_in_passkey: 'key',
  passkey_added: 'key',
  passkey_renamed: 'key',
  passkey_removed: 'key',
  password_changed: 'key',
  password_reset: 'key',
  fund_password_saved: 'lock',
  login_refused: 'warn',
  mail_word_saved: 'mail',
  account_locked: 'lock',
  unlock_asked: 'lock',
  recovery_begun: 'shield',
  recovery_stopped: 'shield',
  account_recovered: 'shield',
  api_key_created: 'flash',
  api_key_changed: 'flash',
  api_key_revoked: 'flash',
  webhook_created: 'flash',
  webhook_changed: 'flash',
  webhook_secret_changed: 'flash',
  webhook_removed: 'flash',
  share_given: 'eye',
  share_received: 'eye',
  share_accepted: 'eye',
  share_ended: 'eye',
  address_added: 'wallet',
  address_removed: 'wallet',
  card_saved: 'wallet',
  card_removed: 'wallet',
  withdrawal_requested: 'wallet',
  withdrawal_cancelled: 'wallet',
  otp_enabled: 'shield',
  otp_disabled: 'shield',
};

/** What was done about the account's security, and who was refused: from where and on what. */
export function SecurityActs() {
  const t = useTranslations('security.acts');
  const query = useApiPages('securityActs', {});
  return (
    <>
      <p className="gutter pb-1 text-secondary">{t('lead')}</p>
      <Listing
        query={query}
        loading={<LoadingRows count={6} />}
        empty={<EmptyState>{t('none')}</EmptyState>}
      >
        {(acts) => (
          <List label={t('list')}>
            {acts.map((act) => (
              <ActRow key={act.id} act={act} />
            ))}
          </List>
        )}
      </Listing>
    </>
  );
}

function ActRow({ act }: { act: SecurityAct }) {
  const t = useTranslations('security.acts');
  const locale = useLocale();
  const { kind, detail, ip, device, time } = act;
  return (
    <div className="fl-row">
      <Icon
        name={ICONS[kind] ?? 'device'}
        className={WARNED.has(kind) ? 'text-warn' : 'text-muted'}
      />
      <span className="fl-row-main">
        <span className="fl-row-title wrap-anywhere">
          {t(`kinds.${kind}`)}
          {detail !== undefined && <span className="font-normal text-secondary"> {detail}</span>}
        </span>
        <span className="fl-row-caption">
          {formatDate(time, 'dayMinute', locale)}
          {/* What somebody else did of one's account says no more of them. */}
          {ip !== '' && `, ${ip}, ${deviceName(device)}`}
        </span>
      </span>
    </div>
  );
}
