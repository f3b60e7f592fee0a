import { buttonLook } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { href } from '../../../app/navigation.ts';

/** From the chart to the ticket, with the side chosen. */
export function TradeLinks({ symbol }: { symbol: string }) {
  const t = useTranslations('chart');
  return (
    <>
      <a
        {...buttonLook({ variant: 'rise' })}
        href={href('pages/trade/spot', { symbol, side: 'buy' })}
      >
        {t('buy')}
      </a>
      <a
        {...buttonLook({ variant: 'fall' })}
        href={href('pages/trade/spot', { symbol, side: 'sell' })}
      >
        {t('sell')}
      </a>
    </>
  );
}
