import { Failed, LoadingRows, useAction, useApi } from '@fairlead/calls';
import type { Alert, Quotation } from '@fairlead/contract';
import { ALERTS_MAX } from '@fairlead/contract/constants';
import {
  CoinMark,
  EmptyState,
  formatDate,
  formatPercent,
  formatPrice,
  IconButton,
  SectionHead,
  toast,
} from '@fairlead/ui';
import { useLocale, useTranslations } from 'use-intl';
import { href } from '../../app/navigation.ts';
import { decimalsOf } from '../../data/markets/market-rules.ts';
import { useQuotations } from '../../data/markets/quotations.ts';
import { distanceOf, splitAlerts } from './model.ts';

/** All own alerts: those that wait with their distance, then those that fired. */
export function AlertList() {
  const t = useTranslations('notifications');
  const alerts = useApi('alerts', {});
  const { data: markets } = useQuotations();
  const remove = useAction('deleteAlert', {
    invalidates: ['alerts'],
    onSuccess: () => toast({ text: t('deleted') }),
  });
  if (alerts.data === undefined)
    return alerts.error === null ? <LoadingRows count={3} /> : <Failed query={alerts} />;
  const { waiting, fired } = splitAlerts(alerts.data);
  if (alerts.data.length === 0)
    return (
      <div className="pt-6">
        <EmptyState>{t('none')}</EmptyState>
      </div>
    );
  const rows = (list: readonly Alert[]) =>
    list.map((alert) => (
      <li key={alert.id}>
        <AlertRow
          alert={alert}
          market={markets?.find(({ symbol }) => symbol === alert.symbol)}
          onRemove={() => void remove.run({ id: alert.id })}
        />
      </li>
    ));
  const count = t('limit', { count: String(waiting.length), max: String(ALERTS_MAX) });
  return (
    <>
      {waiting.length > 0 && (
        <section className="pt-3">
          <SectionHead title={t('waits')} note={count} />
          <ul className="fl-list">{rows(waiting)}</ul>
        </section>
      )}
      {fired.length > 0 && (
        <section className="pt-3">
          <SectionHead title={t('fired')} />
          <ul className="fl-list">{rows(fired)}</ul>
        </section>
      )}
    </>
  );
}

interface AlertRowProps {
  alert: Alert;
  market: Quotation | undefined;
  onRemove: () => void;
}

function AlertRow({ alert, market, onRemove }: AlertRowProps) {
  const t = useTranslations('notifications');
  const locale = useLocale();
  const { symbol, direction, price, fired_at: firedAt, fired_price: firedPrice } = alert;
  const shown = formatPrice(price);
  const decimals = market && decimalsOf(market.tick_size);
  const index = market?.is_stale === false ? market.index_price : undefined;
  const distance = distanceOf(price, index);
  const note = alert.is_fired
    ? t('firedAt', {
        price: formatPrice(firedPrice, decimals),
        time: formatDate(firedAt, 'dayMinute', locale),
      })
    : distance === undefined
      ? undefined
      : t('distance', { percent: formatPercent(distance) });
  return (
    <div className="flex items-center">
      <a className="fl-row flex-1" href={href('pages/trade/kline', { symbol })}>
        <CoinMark code={symbol.split('/')[0] ?? symbol} />
        <span className="fl-row-main">
          <span className="fl-row-title">{t(direction, { price: shown })}</span>
          <span className="fl-row-caption">
            {symbol}
            {note && ` · ${note}`}
          </span>
        </span>
      </a>
      <IconButton
        icon="trash"
        className="me-2"
        label={t('remove', { symbol, price: shown })}
        onClick={onRemove}
      />
    </div>
  );
}
