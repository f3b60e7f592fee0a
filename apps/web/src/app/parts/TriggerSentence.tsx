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

export interface TrailSentenceProps
  extends Pick<
    TriggerSentenceProps,
    'base' | 'quote' | 'side' | 'by' | 'price' | 'quantity' | 'amount'
  > {
  /** "1%". */
  rate: string;
  /** Where it begins to follow. */
  activation: string | undefined;
}

/** "When the index has fallen by 1% from its highest, sell 0.1 BTC at the market price." */
export function TrailSentence(props: TrailSentenceProps) {
  const { base, quote, side, by, rate, activation, price, quantity, amount } = props;
  const t = useTranslations('triggers.sentence');
  const isSpend = amount !== undefined;
  return t('trail', {
    by,
    side,
    rate,
    begins: activation === undefined ? 'now' : 'from',
    activation: formatPrice(activation),
    how: isSpend ? 'spend' : price === undefined ? 'market' : 'limit',
    amount: isSpend
      ? formatAmount(amount, undefined, quote)
      : formatAmount(quantity, undefined, base),
    currency: base,
    price: formatPrice(price),
  });
}
