import { Button, buttonLook, Sheet } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { href } from './navigation.ts';

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
