import type { Quotation } from '@fairlead/contract';
import { memo } from 'react';
import { PairList } from './PairSheet.tsx';

export interface MarketPaneProps {
  symbol: string;
  onChoose: (symbol: string) => void;
  /** Which markets are listed; those of spot unless said. */
  offers?: (market: Quotation) => boolean;
  price?: 'last' | 'index';
}

const isSpot = (market: Quotation): boolean => market.spot;

/** The pairs as a terminal has them at its side. */
export const MarketPane = memo(function MarketPane(props: MarketPaneProps) {
  const { symbol, onChoose, offers = isSpot, price = 'last' } = props;
  return (
    <div className="px-4 pt-3">
      <PairList symbol={symbol} offers={offers} price={price} onChoose={onChoose} />
    </div>
  );
});
