import { buttonLook, EmptyState, IconLink, Note, SegmentLinks } from '@fairlead/ui';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { LazyTerminal, MarketsButton } from '../../app/desk/LazyTerminal.tsx';
import type { Fills } from '../../app/desk/Terminal.tsx';
import { useLayout } from '../../app/layout.ts';
import { href } from '../../app/navigation.ts';
import { MarketGate } from '../../app/parts/MarketGate.tsx';
import { MarketPane } from '../../app/parts/MarketPane.tsx';
import { PairSheet } from '../../app/parts/PairSheet.tsx';
import { StandstillNote } from '../../app/parts/StandstillNote.tsx';
import { Screen } from '../../app/Screen.tsx';
import { isOffered, PRODUCT_PATHS, PRODUCTS, type Product } from '../../data/markets/products.ts';
import { stateOf } from '../../data/markets/standstills.ts';
import type { Contract } from '../../data/markets/use-contract.ts';
import { IndexHead } from './IndexHead.tsx';
import { useContractGrid } from './use-contract-grid.ts';

export interface ContractScreenProps {
  product: Product;
  contract: Contract;
  /** Below the head: charts, ticket. In its place stands a word where the market has not this product. */
  desk: ReactNode;
  /** In the desk's place where the product is not sold here at all. */
  closed?: ReactNode;
  /** What was, where that is a page of its own. */
  historyHref?: string;
  /** Of the index, in a terminal. */
  chart: Fills;
  /** Always shown: what one has open and had. */
  children: ReactNode;
}

/** The frame that futures and options share: switch, market, index, and what is wrong with them now. */
export function ContractScreen(props: ContractScreenProps) {
  const { product, contract, historyHref, chart, children } = props;
  const t = useTranslations('contract');
  const isTerminal = useLayout() === 'terminal';
  const [isChoosing, setChoosing] = useState(false);
  const { symbol, market } = contract;
  const { onChoose: choose, offers } = useContractGrid(product);
  const ticket = <TicketPart {...props} onChooseMarket={() => setChoosing(true)} />;
  return (
    <Screen
      isTab
      className={isTerminal ? undefined : 'pb-6'}
      title={<ProductSwitch product={product} symbol={symbol} />}
      right={
        <>
          <MarketsButton />
          <IconLink
            icon="candles"
            label={t('chart')}
            href={href('pages/trade/kline', { symbol })}
          />
          <IconLink
            icon="clock"
            label={t('history')}
            href={historyHref ?? href(PRODUCT_PATHS[product], { symbol, tab: 'history' })}
          />
        </>
      }
    >
      {isTerminal ? (
        <LazyTerminal
          markets={<MarketPane symbol={symbol} offers={offers} price="index" onChoose={choose} />}
          chart={chart}
          ticket={
            <MarketGate symbol={symbol} isKnown={market !== undefined}>
              {ticket}
            </MarketGate>
          }
          lists={children}
        />
      ) : (
        <div className="wide:grid wide:grid-cols-[408px_minmax(0,1fr)] wide:items-start wide:gap-4">
          <div>
            <MarketGate symbol={symbol} isKnown={market !== undefined}>
              {ticket}
            </MarketGate>
          </div>
          <div className="min-w-0">{children}</div>
        </div>
      )}
      <PairSheet
        isOpen={isChoosing}
        onClose={() => setChoosing(false)}
        symbol={symbol}
        offers={offers}
        price="index"
        onChoose={choose}
      />
    </Screen>
  );
}

/** Index and ticket, or why there is none. */
function TicketPart(props: ContractScreenProps & { onChooseMarket: () => void }) {
  const { product, contract, desk, closed, onChooseMarket } = props;
  const t = useTranslations('contract');
  const { symbol, market } = contract;
  const state = market && stateOf(market, product);
  const isMissing = market !== undefined && !isOffered(product, market);
  return (
    <>
      <IndexHead
        key={`head ${symbol}`}
        contract={contract}
        isToned={product === 'futures'}
        onChooseMarket={onChooseMarket}
      />
      {state === 'standstill' && (
        <StandstillNote
          product={product}
          standstills={market?.standstill}
          className="gutter pb-2"
        />
      )}
      {state === 'halted' && (
        <div className="gutter pb-2">
          <Note kind="warn">{t('haltedNote', { symbol })}</Note>
        </div>
      )}
      {closed !== undefined ? (
        closed
      ) : isMissing ? (
        <EmptyState
          action={
            <button {...buttonLook({ size: 36 })} type="button" onClick={onChooseMarket}>
              {t('otherMarket')}
            </button>
          }
        >
          {t(`notOffered.${product}`, { symbol })}
        </EmptyState>
      ) : (
        desk
      )}
    </>
  );
}

/** From one product to the other, on the same market. */
function ProductSwitch({ product, symbol }: { product: Product; symbol: string }) {
  const t = useTranslations('contract');
  return (
    <div className="w-52 max-w-full">
      <SegmentLinks
        label={t('products')}
        size={36}
        items={PRODUCTS.map((one) => ({
          href: href(PRODUCT_PATHS[one], { symbol }),
          label: t(one),
          isCurrent: one === product,
        }))}
      />
    </div>
  );
}
