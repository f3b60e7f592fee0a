import { formatAmount, formatPrice } from '@fairlead/ui';
import { useTranslations } from 'use-intl';

export interface TriggerSentenceProps {
  base: string;
  quote: string;
  side: 'buy' | 'sell';
  by: 'index' | 'last';
  /** It waits for a price at the trigger or below; else at it or above. */
  isBelow: boolean;
  trigger: string;
  /** Of a limit. */
  price: string | undefined;
  quantity: string | undefined;
  /** What a market buy spends. */
  amount: string | undefined;
}

/** "When the index falls to 64,000.00, sell 0.1 BTC at 63,900.00." Its words are of the part `triggers`. */
export function TriggerSentence(props: TriggerSentenceProps) {
  const { base, quote, side, by, isBelow, trigger, price, quantity, amount } = props;
  const t = useTranslations('triggers.sentence');
  const when = { by, to: isBelow ? 'below' : 'above', trigger: formatPrice(trigger), side };
  if (amount !== undefined)
    return t('spend', { ...when, currency: base, amount: formatAmount(amount, undefined, quote) });
  const size = formatAmount(quantity, undefined, base);
  return price === undefined
    ? t('market', { ...when, amount: size })
    : t('limit', { ...when, amount: size, price: formatPrice(price) });
}
