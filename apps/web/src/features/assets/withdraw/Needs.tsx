import { Button, buttonLook, Icon, type IconName, ListRow, Sheet } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { href } from '../../../app/navigation.ts';
import type { Need } from './withdraw-model.ts';

export interface VerifyGateProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Where `kyc_required` arises: what is missing, why, and the way there. */
export function VerifyGate({ open, onOpenChange }: VerifyGateProps) {
  const t = useTranslations('upload.gate');
  const common = useTranslations('common');
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      title={t('title')}
      closeLabel={common('close')}
      footer={
        <div className="grid grid-cols-2 gap-2">
          <Button onClick={() => onOpenChange(false)}>{t('later')}</Button>
          <a {...buttonLook({ variant: 'main' })} href={href('pages/verification/index')}>
            {t('go')}
          </a>
        </div>
      }
    >
      <p>{t('question')}</p>
      <p className="mt-2 text-secondary">{t('why')}</p>
    </Sheet>
  );
}

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
