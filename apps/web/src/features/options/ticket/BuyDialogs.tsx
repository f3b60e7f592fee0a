import type { OptionDirection } from '@fairlead/contract';
import { Button, Confirm, compareDecimals, Dialog, formatPrice, KeyValues } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import type { BuyFlow } from './use-buy-option.ts';

export interface BuyDialogsProps {
  flow: BuyFlow;
  /** The index as it is shown; undefined while there is none that is live. */
  price: string | undefined;
  decimals: number;
}

/** What asks again: a price that moved, an answer that did not come. */
export function BuyDialogs({ flow, price, decimals }: BuyDialogsProps) {
  const t = useTranslations('options.unknown');
  const { step } = flow;
  return (
    <>
      <Moved
        moved={step.kind === 'moved' ? step : undefined}
        price={price}
        decimals={decimals}
        onClose={flow.close}
        onGoOn={flow.send}
        isSending={flow.isSending}
      />
      <Confirm
        open={step.kind === 'unknown'}
        onOpenChange={(open) => !open && flow.close()}
        title={t('title')}
        cancelLabel={t('leave')}
        confirmLabel={t('again')}
        busy={flow.isSending}
        onConfirm={() => step.kind === 'unknown' && flow.askAgain(step.request)}
      >
        {t('detail')}
      </Confirm>
    </>
  );
}

interface MovedProps {
  moved: { readonly direction: OptionDirection; readonly saw: string | undefined } | undefined;
  price: string | undefined;
  decimals: number;
  isSending: boolean;
  onClose: () => void;
  onGoOn: (direction: OptionDirection) => void;
}

/** More than 0.05 % from what was shown: what was seen, what it is now, and a choice. */
function Moved({ moved, price, decimals, isSending, onClose, onGoOn }: MovedProps) {
  const t = useTranslations('options.moved');
  const way = moved?.saw && price ? (compareDecimals(price, moved.saw) ?? 0) : 0;
  const tone = way === 0 ? {} : { tone: way > 0 ? ('rise' as const) : ('fall' as const) };
  return (
    <Dialog
      alert
      open={moved !== undefined}
      onOpenChange={(open) => !open && onClose()}
      dismissible={!isSending}
      title={t('title')}
      actions={
        <>
          <Button size={44} disabled={isSending} onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button
            size={44}
            variant="main"
            busy={isSending}
            disabled={price === undefined}
            onClick={() => moved && onGoOn(moved.direction)}
          >
            {price === undefined ? t('useNext') : t('use', { price: formatPrice(price, decimals) })}
          </Button>
        </>
      }
    >
      <KeyValues
        rows={[
          { label: t('saw'), value: formatPrice(moved?.saw, decimals) },
          { label: t('now'), value: formatPrice(price, decimals), ...tone },
        ]}
      />
      <p className="mt-3 text-secondary">{t(price === undefined ? 'none' : 'detail')}</p>
    </Dialog>
  );
}
