import { Icon, type IconName, ListRow } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { href } from '../../../app/navigation.ts';
import type { Need } from './withdraw-model.ts';

/** That there is nowhere to send to, the destination says itself. */
type ListedNeed = Exclude<Need, 'address'>;

const WAYS: Readonly<Record<ListedNeed, { readonly icon: IconName; readonly href: string }>> = {
  kyc: { icon: 'person', href: href('pages/verification/index') },
  fund_password: { icon: 'lock', href: href('pages/settings/security/changePayPassword') },
  otp: { icon: 'key', href: href('pages/settings/security/otp') },
};

/** What is still missing, each with the way there. */
export function NeedsList({ needs }: { needs: readonly Need[] }) {
  const t = useTranslations('withdraw.needs');
  const listed = needs.filter((need): need is ListedNeed => need !== 'address');
  if (listed.length === 0) return null;
  return (
    <section aria-label={t('title')} className="overflow-hidden rounded-12 bg-warn-tint pt-3 pb-1">
      <h2 className="px-4 pb-1 font-strong">{t('title')}</h2>
      <ul>
        {listed.map((need) => (
          <li key={need}>
            <ListRow
              leading={<Icon name={WAYS[need].icon} className="text-warn" />}
              title={t(need)}
              caption={t(`${need}Detail`)}
              chevron
              href={WAYS[need].href}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
