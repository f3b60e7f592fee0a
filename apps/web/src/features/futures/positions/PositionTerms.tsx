import type { Position } from '@fairlead/contract';
import { formatAmount, formatNumber, Tag, Triangle } from '@fairlead/ui';
import { decimalsOf, formatDecimal } from '@fairlead/units';
import { useTranslations } from 'use-intl';

/** Long or short: colour, arrow and word. */
export function SideTag({ side }: { side: Position['side'] }) {
  const t = useTranslations('futures');
  const kind = side === 'long' ? 'rise' : 'fall';
  return (
    <Tag kind={kind}>
      <Triangle tone={kind} />
      {t(side)}
    </Tag>
  );
}

/** "20×, 10 lots, 0.1 BTC" */
export function useTermsText({ multiple, lots, lot_size, symbol }: Position): string {
  const t = useTranslations('futures');
  return t('terms', {
    multiple: String(multiple),
    lots: t('lotsOf', { count: lots, lots: formatNumber(String(lots)) }),
    size: formatAmount(baseOf(lots, lot_size), undefined, symbol.split('/')[0]),
  });
}

/** lots × lot size, without zeros at the end. */
function baseOf(lots: number, lotSize: string): string {
  const [whole = '0', fraction = ''] = lotSize.split('.');
  const minor = BigInt(lots) * BigInt(whole + fraction);
  const text = formatDecimal(minor, fraction.length);
  return text.includes('.') ? text.replace(/(?:\.|(?<![.0]))0+$/, '') : text;
}

/** Decimals of the market's prices, as those of the position have them. */
export const priceDecimals = ({ open_price, price }: Position): number =>
  decimalsOf(open_price ?? price ?? '');

export interface PositionTitleProps {
  position: Position;
  /** Opens the details; the whole row around it is the target. */
  onDetail: (position: Position) => void;
}

/** Side, pair and size at the head of a row. */
export function PositionTitle({ position, onDetail }: PositionTitleProps) {
  const t = useTranslations('futures');
  const terms = useTermsText(position);
  return (
    <button
      type="button"
      className="flex min-w-0 flex-wrap items-center gap-x-2 text-start before:absolute before:inset-0"
      onClick={() => onDetail(position)}
    >
      <span className="fl-sr">{t('details', { id: String(position.id) })}</span>
      <SideTag side={position.side} />
      <span className="font-strong">{position.symbol}</span>
      <span className="text-12 text-muted">{terms}</span>
    </button>
  );
}
