import { IconButton } from '@fairlead/ui';
import { lazy, Suspense, useState } from 'react';
import { useTranslations } from 'use-intl';

/** What stands in it comes when it is opened. */
const MenuSheet = lazy(async () => ({ default: (await import('./MenuSheet.tsx')).MenuSheet }));

/** What is one tap further away: all orders, transfer, and what asks before it is done. */
export function TicketMenu({ symbol }: { symbol: string }) {
  const t = useTranslations('trade');
  const [isOpen, setOpen] = useState<boolean>();
  return (
    <>
      <IconButton
        icon="more"
        label={t('more')}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      />
      {isOpen !== undefined && (
        <Suspense fallback={null}>
          <MenuSheet symbol={symbol} isOpen={isOpen} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  );
}
