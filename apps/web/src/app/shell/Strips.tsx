import { formatDate, Strip } from '@fairlead/ui';
import { useLocale, useTranslations } from 'use-intl';
import { useConnection } from '../../data/live/connection.ts';
import { useAllStaleSince, useKnownQuotation } from '../../data/markets/quotations.ts';
import { isAllStopped } from '../../data/markets/standstills.ts';
import { useConfig } from '../../data/use-config.ts';
import { type StripState, stripsOf } from './strips-model.ts';

/** How each looks. */
const looks = {
  demo: 'demo',
  offline: 'offline',
  reconnecting: 'stale',
  cancel_only: 'stale',
  loss: 'stale',
  stale: 'stale',
} as const;

/** Demo, offline, paused and stale, said at once on every page. */
export function Strips() {
  const t = useTranslations('common');
  const { data: config } = useConfig();
  const connection = useConnection();
  const allStaleSince = useAllStaleSince();
  // Quotations say it at once; before there are any, the config does.
  const told = useKnownQuotation() ?? config;
  const isCancelOnly = told !== undefined && isAllStopped(told);
  const strips = stripsOf({ config, connection, isCancelOnly, allStaleSince });
  if (strips.length === 0) return null;
  return (
    <section aria-label={t('status')}>
      {strips.map((strip) => (
        <Strip key={strip.kind} kind={looks[strip.kind]}>
          <Sentence strip={strip} />
        </Strip>
      ))}
    </section>
  );
}

/** Where each product has a database of its own. */
const PRODUCT_TITLES = { futures: 'futures', options: 'options', wealth: 'lockedFunds' } as const;

function Sentence({ strip }: { strip: StripState }) {
  const t = useTranslations('common');
  const locale = useLocale();
  if (strip.kind === 'demo') return strip.isSandbox ? t('sandbox') : t(`demo.${strip.feed}`);
  if (strip.kind === 'cancel_only') return t('cancelOnly');
  if (strip.kind === 'loss') {
    // How many numbers it may have been is the receipt's to say: after a restore most of them were never given out.
    const { time_from, time_to, receipt_id, product } = strip.loss;
    const isOneDay = formatDate(time_from, 'date', locale) === formatDate(time_to, 'date', locale);
    const said = t.rich('loss', {
      from: formatDate(time_from, 'full', locale),
      to: formatDate(time_to, isOneDay ? 'time' : 'full', locale),
      id: String(receipt_id),
      receipt: (words) => (
        <a className="underline" href={`#/pages/settlement/receipt?id=${receipt_id}`}>
          {words}
        </a>
      ),
    });
    if (product === undefined) return said;
    return (
      <>
        {t(`title.${PRODUCT_TITLES[product]}`)}: {said}
      </>
    );
  }
  const time = formatDate(strip.sinceMs, 'time', locale);
  // Before anything was received there is no last time to name.
  const hasTime = strip.sinceMs !== undefined;
  if (strip.kind === 'stale') return hasTime ? t('stalePrices', { time }) : t('stalePricesNoTime');
  if (strip.kind === 'reconnecting')
    return hasTime ? t('reconnecting', { time }) : t('reconnectingNoTime');
  return hasTime ? t('offline', { time }) : t('offlineNoTime');
}
