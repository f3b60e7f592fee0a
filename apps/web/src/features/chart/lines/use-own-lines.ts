/** The lines of a market that the chart draws for who is logged in. */
import { useApi } from '@fairlead/calls';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { useIsLoggedIn } from '../../../data/account/session.ts';
import { useChartSettings } from '../settings/chart-settings.ts';
import {
  alertLines,
  averagePaid,
  type LineWords,
  orderLines,
  positionLines,
  triggerLines,
} from './own-lines.ts';
import type { PriceLine } from './price-lines.ts';

/** As the lists ask for them beside the chart: the same answer serves both. */
const LIMIT = 100;
const NONE: readonly PriceLine[] = [];

function useWords(): LineWords {
  const t = useTranslations('chart.lines');
  return useMemo(
    () => ({
      buy: (quantity) => t('buy', { quantity }),
      sell: (quantity) => t('sell', { quantity }),
      long: (multiple) => t('long', { multiple }),
      short: (multiple) => t('short', { multiple }),
      waiting: (multiple) => t('waiting', { multiple }),
      average: t('average'),
      liquidation: t('liquidation'),
      takeProfit: t('takeProfit'),
      stopLoss: t('stopLoss'),
      alert: t('alert'),
      trigger: (order) => t('trigger', order),
    }),
    [t],
  );
}

/** Of spot: waiting orders, those that wait for a price, and the average paid. Every order must be known for that: of more than a page there is none. */
function useSpotLines(symbol: string, isOn: boolean, words: LineWords): readonly PriceLine[] {
  const options = { enabled: isOn, keepPrevious: true };
  const page = { symbol, page: 1, limit: LIMIT };
  const { data: waiting } = useApi('orders', { ...page, status: 'waiting' }, options);
  const { data: triggers } = useApi('triggers', { ...page, status: 'waiting' }, options);
  const { data: pending } = useApi('triggers', { ...page, status: 'pending' }, options);
  const { data: all } = useApi('orders', page, options);
  return useMemo(() => {
    if (!isOn) return NONE;
    const ofMarket = (order: { readonly symbol: string }) => order.symbol === symbol;
    const behind = pending?.list.filter(ofMarket) ?? [];
    const lists = new Set(behind.flatMap(({ list_id }) => list_id ?? []));
    const lines = [
      ...orderLines(waiting?.list.filter(ofMarket) ?? [], words, lists),
      ...triggerLines([...(triggers?.list.filter(ofMarket) ?? []), ...behind], words),
    ];
    const list = all?.list.filter(ofMarket) ?? [];
    const average = all !== undefined && all.total <= LIMIT ? averagePaid(list) : undefined;
    if (average === undefined) return lines;
    return [...lines, { id: 'average', price: average, label: words.average, tone: 'stale' }];
  }, [waiting, triggers, pending, all, isOn, symbol, words]);
}

function useFuturesLines(symbol: string, isOn: boolean, words: LineWords): readonly PriceLine[] {
  const options = { enabled: isOn, keepPrevious: true };
  const { data: holding } = useApi(
    'positions',
    { status: 'holding', page: 1, limit: LIMIT },
    options,
  );
  const { data: waiting } = useApi(
    'positions',
    { status: 'waiting', page: 1, limit: LIMIT },
    options,
  );
  return useMemo(() => {
    if (!isOn) return NONE;
    const all = [...(holding?.list ?? []), ...(waiting?.list ?? [])];
    return positionLines(
      all.filter((position) => position.symbol === symbol),
      words,
    );
  }, [holding, waiting, isOn, symbol, words]);
}

/** `isFutures`: positions in place of orders. */
export function useOwnLines(symbol: string, isFutures: boolean): readonly PriceLine[] {
  const { hasOwnLines, hasAlertLines } = useChartSettings();
  const isLoggedIn = useIsLoggedIn();
  const words = useWords();
  const isOn = hasOwnLines && isLoggedIn;
  const spot = useSpotLines(symbol, isOn && !isFutures, words);
  const futures = useFuturesLines(symbol, isOn && isFutures, words);
  const areAlertsOn = hasAlertLines && isLoggedIn;
  const { data: alerts } = useApi('alerts', { symbol }, { enabled: areAlertsOn });
  return useMemo(
    // Where there is no room for all labels, alerts give way.
    () => [...spot, ...futures, ...(areAlertsOn && alerts ? alertLines(alerts, words) : NONE)],
    [alerts, areAlertsOn, spot, futures, words],
  );
}
