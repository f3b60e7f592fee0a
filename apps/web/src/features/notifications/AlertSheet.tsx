import { Sheet, TextLink } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { href } from '../../app/navigation.ts';
import { useQuotation } from '../../data/markets/quotations.ts';
import { AlertForm } from './AlertForm.tsx';
import { priceAt } from './model.ts';

export interface AlertSheetProps {
  open: boolean;
  onClose: () => void;
  symbol: string;
  /** What was pointed at; else the index. */
  price?: string;
}

/** An alert for the market that is looked at. */
export function AlertSheet({ open, onClose, symbol, price }: AlertSheetProps) {
  const t = useTranslations('notifications');
  const common = useTranslations('common');
  const market = useQuotation(symbol);
  return (
    <Sheet
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`${t('newAlert')} · ${symbol}`}
      closeLabel={common('close')}
    >
      {open && market && (
        <>
          <AlertForm market={market} price={price ?? priceAt(0, market)} onDone={onClose} />
          <div className="mt-2 flex justify-center">
            <TextLink href={href('pages/settings/alerts', { symbol })}>{t('all')}</TextLink>
          </div>
        </>
      )}
    </Sheet>
  );
}
