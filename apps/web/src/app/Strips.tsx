import { formatDate, Strip } from '@fairlead/ui';
import { useLocale, useTranslations } from 'use-intl';
import { useConnection } from '../data/connection.ts';
import { useAllStaleSince } from '../data/quotations.ts';
import { useConfig } from '../data/use-config.ts';
import { type StripState, stripsOf } from './strips-model.ts';

/** Demo, offline and stale, said at once on every page. */
export function Strips() {
  const t = useTranslations('common');
  const { data: config } = useConfig();
  const connection = useConnection();
  const allStaleSince = useAllStaleSince();
  const strips = stripsOf({ config, connection, allStaleSince });
  if (strips.length === 0) return null;
  return (
    <section aria-label={t('status')}>
      {strips.map((strip) => (
        <Strip key={strip.kind} kind={strip.kind === 'reconnecting' ? 'stale' : strip.kind}>
          <Sentence strip={strip} />
        </Strip>
      ))}
    </section>
  );
}

function Sentence({ strip }: { strip: StripState }) {
  const t = useTranslations('common');
  const locale = useLocale();
  if (strip.kind === 'demo') return strip.isSandbox ? t('sandbox') : t(`demo.${strip.feed}`);
  const time = formatDate(strip.sinceMs, 'time', locale);
  // Before anything was received there is no last time to name.
  const hasTime = strip.sinceMs !== undefined;
  if (strip.kind === 'stale') return hasTime ? t('stalePrices', { time }) : t('stalePricesNoTime');
  if (strip.kind === 'reconnecting')
    return hasTime ? t('reconnecting', { time }) : t('reconnectingNoTime');
  return hasTime ? t('offline', { time }) : t('offlineNoTime');
}
