import { Button, compareDecimals, finishDecimal, Note, Sheet, StepperField } from '@fairlead/ui';
import { decimalsOf } from '@fairlead/units';
import { useState } from 'react';
import { useTranslations } from 'use-intl';

/** What can be begun at a price. */
export type PriceIntent =
  | { readonly kind: 'alert'; readonly price: string }
  | { readonly kind: 'limit' | 'stop'; readonly side: 'buy' | 'sell'; readonly price: string };

/** Whose orders can be begun there; of options none, as they have no price of their own. */
export type PointedProduct = 'spot' | 'futures' | 'options';

export interface AtPriceSheetProps {
  product: PointedProduct;
  symbol: string;
  /** What was pointed at; undefined begins at the last price. */
  price: string | undefined;
  last: string | undefined;
  tick: string;
  onChoose: (intent: PriceIntent) => void;
  onClose: () => void;
}

/** A price of the chart, which can be typed too, and what to begin there. */
export function AtPriceSheet(props: AtPriceSheetProps) {
  const { product, symbol, price, last, tick, onChoose, onClose } = props;
  const t = useTranslations('charting.at');
  const chart = useTranslations('chart');
  const trade = useTranslations('trade');
  const common = useTranslations('common');
  const [typed, setTyped] = useState(price ?? last ?? '');
  const [, quote = ''] = symbol.split('/');
  const at = finishDecimal(typed);
  const isSome = at !== undefined && /[1-9]/.test(at);
  const isBelow = last === undefined || at === undefined || (compareDecimals(at, last) ?? -1) < 0;
  const go = (intent: (price: string) => PriceIntent) => () => {
    if (at !== undefined) onChoose(intent(at));
  };
  const stopSide = isBelow ? 'sell' : 'buy';
  return (
    <Sheet
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('title', { symbol })}
      closeLabel={common('close')}
    >
      <div className="grid gap-3">
        <StepperField
          label={chart('priceOf', { currency: quote })}
          lessLabel={trade('lowerPrice')}
          moreLabel={trade('higherPrice')}
          value={typed}
          onValueChange={setTyped}
          step={tick}
          scale={decimalsOf(tick)}
        />
        <Button block disabled={!isSome} onClick={go((at) => ({ kind: 'alert', price: at }))}>
          {t('alert')}
        </Button>
        {product !== 'options' && (
          <div className="grid grid-cols-2 gap-3">
            {(['buy', 'sell'] as const).map((side) => (
              <Button
                key={side}
                variant={side === 'buy' ? 'rise' : 'fall'}
                disabled={!isSome}
                onClick={go((at) => ({ kind: 'limit', side, price: at }))}
              >
                {t(product === 'spot' ? side : side === 'buy' ? 'long' : 'short')}
              </Button>
            ))}
          </div>
        )}
        {product === 'spot' && (
          <Button
            block
            disabled={!isSome}
            onClick={go((at) => ({ kind: 'stop', side: stopSide, price: at }))}
          >
            {t(isBelow ? 'stopSell' : 'stopBuy')}
          </Button>
        )}
        {product !== 'options' && <Note kind="info">{t('note')}</Note>}
        <p className="text-12 text-muted">
          {t('hint')}
          {product === 'spot' && ` ${t('drag')}`}
        </p>
      </div>
    </Sheet>
  );
}
