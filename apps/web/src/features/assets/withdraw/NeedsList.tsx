import { Icon, type IconName, ListRow } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { href } from '../../../app/navigation.ts';
import type { Need, Way } from './withdraw-model.ts';

export interface NeedsListProps {
  needs: readonly Need[];
  way: Way;
  currencyId: number;
}

const ICONS: Readonly<Record<Need, IconName>> = {
  kyc: 'person',
  fund_password: 'lock',
  address: 'wallet',
  otp: 'key',
};

/** What is still missing, each with the way there. */
export function NeedsList({ needs, way, currencyId }: NeedsListProps) {
  const t = useTranslations('withdraw');
  const targets: Readonly<Record<Need, string>> = {
    kyc: href('pages/verification/index'),
    fund_password: href('pages/settings/security/changePayPassword'),
    address:
      way === 'bank'
        ? href('pages/bankbind/addbank')
        : href('pages/user/address/create', { currency_id: currencyId }),
    otp: href('pages/settings/security/otp'),
  };
  if (needs.length === 0) return null;
  return (
    <section
      aria-label={t('needs.title')}
      className="overflow-hidden rounded-12 bg-warn-tint pt-3 pb-1"
    >
      <h2 className="px-4 pb-1 font-strong">{t('needs.title')}</h2>
      <ul>
        {needs.map((need) => {
          const isCard = need === 'address' && way === 'bank';
          return (
            <li key={need}>
              <ListRow
                leading={<Icon name={ICONS[need]} className="text-warn" />}
                title={isCard ? t('addCard') : t(`needs.${need}`)}
                caption={isCard ? t('noCard') : t(`needs.${need}Detail`)}
                chevron
                href={targets[need]}
              />
            </li>
          );
        })}
      </ul>
    </section>
  );
}
