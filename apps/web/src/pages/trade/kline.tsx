import { Dock, IconButton, PairButton, toast } from '@fairlead/ui';
import { type ComponentType, useMemo, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { loginTarget } from '../../app/guard.ts';
import { useIsWide } from '../../app/layout.ts';
import { href } from '../../app/navigation.ts';
import { MarketGate } from '../../app/parts/MarketGate.tsx';
import { PairSheet } from '../../app/parts/PairSheet.tsx';
import { Screen } from '../../app/Screen.tsx';
import { isLoggedIn } from '../../data/account/session.ts';
import { toggleFavourite, useSetting } from '../../data/account/settings.ts';
import { errorText } from '../../data/calls/error-text.ts';
import { decimalsOf } from '../../data/markets/market-rules.ts';
import { useQuotation } from '../../data/markets/quotations.ts';
import { readSymbol } from '../../data/markets/read-symbol.ts';
import { useFreshness } from '../../data/markets/use-freshness.ts';
import { shareLink } from '../../data/share-link.ts';
import { ChartPanel } from '../../features/chart/ChartPanel.tsx';
import { MarketDetails } from '../../features/chart/figures/MarketDetails.tsx';
import { PriceHead } from '../../features/chart/figures/PriceHead.tsx';
import { TradeLinks } from '../../features/chart/figures/TradeLinks.tsx';
import type { AlertSheetProps } from '../../features/notifications/AlertSheet.tsx';
import { LazyDepth } from '../../features/order-book/depth/LazyDepth.tsx';
import { LiveBook, LiveTrades } from '../../features/order-book/LiveBook.tsx';
import { loadTexts } from '../../i18n/language.ts';
import { useChartActs } from './parts/use-chart-acts.tsx';

export function Page() {
  const [search] = useSearchParams();
  const symbol = readSymbol(search);
  return <ChartPage key={symbol} symbol={symbol} />;
}

/** A desk has more height for candles than a phone. */
const WIDE_EXTRA_PX = 160;

function ChartPage({ symbol }: { symbol: string }) {
  const t = useTranslations('chart');
  const navigate = useNavigate();
  const [isChoosing, setChoosing] = useState(false);
  const isWide = useIsWide();
  const market = useQuotation(symbol);
  const freshness = useFreshness(market);
  const [base = symbol, quote = ''] = symbol.split('/');
  const priceDecimals = decimalsOf(market?.tick_size ?? '0.01');
  const lotDecimals = decimalsOf(market?.lot_size ?? '0.0001');
  const { isStale } = freshness;
  const tick = market?.tick_size ?? '0.01';
  // Drawn again only when what they are given changes, not with each price of the market.
  const { depth, book, trades } = useMemo(() => {
    const figures = { base, quote, priceDecimals, lotDecimals, isStale };
    return {
      depth: <LazyDepth symbol={symbol} tick={tick} {...figures} />,
      book: <LiveBook symbol={symbol} {...figures} />,
      trades: <LiveTrades symbol={symbol} {...figures} />,
    };
  }, [symbol, base, quote, priceDecimals, lotDecimals, tick, isStale]);
  const { acts, sheets } = useChartActs(symbol, market);
  const links = <TradeLinks symbol={symbol} />;
  return (
    <Screen
      title={
        <>
          <h1 className="fl-sr">{symbol}</h1>
          <PairButton
            base={base}
            quote={quote}
            label={t('pairs')}
            onClick={() => setChoosing(true)}
          />
        </>
      }
      right={<Actions symbol={symbol} price={market?.last_price} />}
      className="pb-16"
    >
      <MarketGate symbol={symbol} isKnown={market !== undefined}>
        <div className="wide:grid wide:grid-cols-[minmax(0,1fr)_376px]">
          <div className="wide:border-e wide:border-hairline">
            <PriceHead market={market} priceDecimals={priceDecimals} {...freshness} />
            <ChartPanel
              symbol={symbol}
              priceDecimals={priceDecimals}
              lotDecimals={lotDecimals}
              isStale={isStale}
              extraHeight={isWide ? WIDE_EXTRA_PX : 0}
              acts={acts}
              depth={depth}
            />
          </div>
          <div>
            <div className="gutter hidden gap-2 pb-3 wide:grid wide:grid-cols-2">{links}</div>
            <MarketDetails base={base} market={market} book={book} trades={trades} />
          </div>
        </div>
        <div className="wide:hidden">
          <Dock>{links}</Dock>
        </div>
      </MarketGate>
      {sheets}
      <PairSheet
        isOpen={isChoosing}
        onClose={() => setChoosing(false)}
        symbol={symbol}
        onChoose={(next) =>
          navigate(href('pages/trade/kline', { symbol: next }).slice(1), { replace: true })
        }
      />
    </Screen>
  );
}

function Actions({ symbol, price }: { symbol: string; price: string | undefined }) {
  const t = useTranslations('chart');
  const errors = useTranslations('errors');
  const isFavourite = useSetting('favourites').includes(symbol);
  const share = () =>
    void shareLink(t('shareText', { symbol, price: price ?? '' }).trim()).then((outcome) => {
      if (outcome === 'copied') toast({ kind: 'good', text: t('linkCopied') });
      if (outcome === 'failed')
        toast({ kind: 'bad', text: errors('copy'), detail: window.location.href });
    });
  return (
    <>
      <AlertButton symbol={symbol} />
      <IconButton
        icon="star"
        filled={isFavourite}
        className={isFavourite ? 'text-star' : undefined}
        label={t('favourite')}
        aria-pressed={isFavourite}
        onClick={() => toggleFavourite(symbol)}
      />
      <IconButton icon="share" label={t('share')} onClick={share} />
    </>
  );
}

/** The sheet and its texts, which the chart itself does not need. */
const loadAlertSheet = () =>
  Promise.all([import('../../features/notifications/AlertSheet.tsx'), loadTexts('account')]).then(
    ([{ AlertSheet }]) => AlertSheet,
  );

/** A bell: an alert for this market. */
function AlertButton({ symbol }: { symbol: string }) {
  const t = useTranslations('chart');
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const [AlertSheet, setSheet] = useState<ComponentType<AlertSheetProps>>();
  const open = () => {
    if (!isLoggedIn()) {
      navigate(loginTarget(href('pages/trade/kline', { symbol }).slice(1)));
      return;
    }
    loadAlertSheet().then(
      (loaded) => {
        setSheet(() => loaded);
        setOpen(true);
      },
      (error: unknown) => toast({ kind: 'bad', text: errorText(error) }),
    );
  };
  return (
    <>
      <IconButton icon="alert" label={t('alert')} aria-haspopup="dialog" onClick={open} />
      {AlertSheet && <AlertSheet open={isOpen} onClose={() => setOpen(false)} symbol={symbol} />}
    </>
  );
}
