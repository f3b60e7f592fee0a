import { Button, compareDecimals, Dialog, formatPrice, KeyValues } from '@fairlead/ui';
import { useTranslations } from 'use-intl';

export interface StalePriceProps {
  isOpen: boolean;
  /** That it is older than 5 s, unless something else is wrong with it. */
  title?: string | undefined;
  saw: string | undefined;
  /** Undefined while there is no price newer than 5 s. */
  now: string | undefined;
  decimals: number;
  /** A market order does not go without a price. */
  mayGoWithout: boolean;
  onClose: () => void;
  onGoOn: () => void;
}

/** The price shown was older than 5 s: what was seen, what it is now, and a choice. */
export function StalePrice(props: StalePriceProps) {
  const { isOpen, title, saw, now, decimals, mayGoWithout, onClose, onGoOn } = props;
  const t = useTranslations('trade.stale');
  const common = useTranslations('common');
  const way = saw && now ? (compareDecimals(now, saw) ?? 0) : 0;
  const tone = way === 0 ? {} : { tone: way > 0 ? ('rise' as const) : ('fall' as const) };
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => !open && onClose()}
      title={title ?? t('title')}
      alert
      actions={
        <>
          <Button size={44} onClick={onClose}>
            {common('cancel')}
          </Button>
          <Button
            size={44}
            variant="main"
            disabled={now === undefined && !mayGoWithout}
            onClick={onGoOn}
          >
            {now === undefined ? t('goOn') : t('use', { price: formatPrice(now, decimals) })}
          </Button>
        </>
      }
    >
      <KeyValues
        rows={[
          { label: t('saw'), value: formatPrice(saw, decimals) },
          { label: t('now'), value: formatPrice(now, decimals), ...tone },
        ]}
      />
      {now === undefined && <p className="mt-3 text-secondary">{t('none')}</p>}
    </Dialog>
  );
}
