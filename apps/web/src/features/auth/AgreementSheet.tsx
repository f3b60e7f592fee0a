import { Button, Note, Sheet } from '@fairlead/ui';
import { useTranslations } from 'use-intl';

export interface AgreementSheetProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  onAccept: () => void;
}

/** What one agrees to. The operator's own words take its place. */
export function AgreementSheet({ isOpen, onOpenChange, onAccept }: AgreementSheetProps) {
  const t = useTranslations('login.agreement');
  const common = useTranslations('common');
  const accept = () => {
    onAccept();
    onOpenChange(false);
  };
  return (
    <Sheet
      open={isOpen}
      onOpenChange={onOpenChange}
      title={t('title')}
      closeLabel={common('close')}
      footer={
        <Button variant="main" block onClick={accept}>
          {t('accept')}
        </Button>
      }
    >
      <Note kind="info">{t('placeholder')}</Note>
      <div className="grid gap-3 pt-4 pb-2 text-secondary">
        {(['account', 'money', 'risk', 'demo'] as const).map((part) => (
          <p key={part}>{t(part)}</p>
        ))}
      </div>
    </Sheet>
  );
}
