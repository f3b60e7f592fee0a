import { Button, buttonLook, Sheet } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { href } from '../../app/navigation.ts';
import { logInHref } from './GateNote.tsx';

export interface GateSheetProps {
  isOpen: boolean;
  onClose: () => void;
  isGuest: boolean;
  symbol: string;
}

/** After a press of someone who may not buy yet: what is missing, why, and the way there. */
export function GateSheet({ isOpen, onClose, isGuest, symbol }: GateSheetProps) {
  const t = useTranslations('options.gate');
  const common = useTranslations('common');
  return (
    <Sheet
      open={isOpen}
      onOpenChange={(open) => !open && onClose()}
      title={t('title')}
      closeLabel={common('close')}
      footer={
        <div className="grid grid-cols-2 gap-2">
          <Button onClick={onClose}>{t('later')}</Button>
          <a
            {...buttonLook({ variant: 'main' })}
            href={isGuest ? logInHref(symbol) : href('pages/verification/index')}
          >
            {t(isGuest ? 'logIn' : 'verify')}
          </a>
        </div>
      }
    >
      <p>{t('question')}</p>
      <p className="mt-2 text-secondary">{t(isGuest ? 'guest' : 'why')}</p>
    </Sheet>
  );
}
