import type { Position } from '@fairlead/contract';
import { formatPrice, Masked } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import type { Help } from '../../../../app/parts/SortTable.tsx';
import { Two } from '../../../../app/parts/two-figures.tsx';
import { useSetting } from '../../../../data/account/settings.ts';
import { priceDecimals, SideTag, useTermsText } from '../PositionTerms.tsx';

/** Side and pair over multiple and size; opens the rest of it. */
export function PairCell({
  position,
  onDetail,
}: {
  position: Position;
  onDetail: (position: Position) => void;
}) {
  const t = useTranslations('futures');
  const terms = useTermsText(position);
  return (
    <button type="button" className="hit block py-1 text-start" onClick={() => onDetail(position)}>
      <span className="fl-sr">{t('details', { id: String(position.id) })}</span>
      <span className="flex items-center gap-1.5">
        <SideTag side={position.side} />
        <span className="font-strong">{position.symbol}</span>
      </span>
      <span className="block text-muted">{terms}</span>
    </button>
  );
}

/** Take-profit over stop-loss. */
export function StopsCell({ position }: { position: Position }) {
  const t = useTranslations('futures');
  const decimals = priceDecimals(position);
  const stop = (name: string, price: string | undefined) => (
    <>
      <span className="fl-sr">{name} </span>
      {formatPrice(price, decimals)}
    </>
  );
  return (
    <Two
      over={stop(t('takeProfit'), position.take_profit)}
      under={stop(t('stopLoss'), position.stop_loss)}
    />
  );
}

/** Hidden with the balances. */
export function Hidden({ children }: { children: string }) {
  const common = useTranslations('common');
  return (
    <Masked masked={useSetting('hideBalances')} label={common('hidden')}>
      {children}
    </Masked>
  );
}

/** What a card says of its words, for the heads of columns. */
export function useHelp() {
  const t = useTranslations('futures');
  const term = useTranslations('futures.term');
  const assets = useTranslations('assets');
  return {
    liquidation: { title: t('liquidation'), sentence: term('liquidation') },
    ratio: { title: t('ratio'), sentence: term('ratio') },
    margin: { title: t('margin'), sentence: term('margin') },
    net: { title: t('detail.net'), sentence: term('net') },
    limit: { title: t('limit'), sentence: term('opensLimit') },
    frozen: { title: assets('frozen'), sentence: term('needed') },
  } satisfies Readonly<Record<string, Help>>;
}
