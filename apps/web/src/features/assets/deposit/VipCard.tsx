import { useApi } from '@fairlead/calls';
import { Card, formatAmount, formatNumber, Icon, KeyValues, Meter } from '@fairlead/ui';
import { parseDecimal } from '@fairlead/units';
import { useTranslations } from 'use-intl';

const USDT = 'USDT';
/** Decimals of worth in USDT. */
const SCALE = 6;

/** How much of the way, 0 to 1; for a drawing only. */
function shareOf(volume: string, needed: string): number {
  const [done, all] = [parseDecimal(volume, SCALE), parseDecimal(needed, SCALE)];
  if (done === undefined || all === undefined || all <= 0n) return 1;
  return done >= all ? 1 : Number((done * 1000n) / all) / 1000;
}

/** What the VIP channel is: an earlier review by traded volume, and nothing else. */
export function VipCard() {
  const t = useTranslations('deposit.vip');
  const { data } = useApi('vip', {});
  const needed = formatAmount(data?.volume_needed, 2, USDT);
  return (
    <div className="gutter pt-2 pb-2">
      <Card>
        <p className="flex items-center gap-2 text-16 font-strong">
          <Icon name="star" className="text-brand" filled={data?.is_vip === true} />
          {t('title')}
        </p>
        <p className="mt-1 min-h-5 text-secondary">
          {data !== undefined && t(data.is_vip ? 'on' : 'off')}
        </p>
        <div className="mt-3">
          <Meter
            share={data === undefined ? 0 : shareOf(data.volume_30d, data.volume_needed)}
            label={`${t('volume')} ${formatNumber(data?.volume_30d, 2)}, ${t('needed')} ${needed}`}
          />
        </div>
        <KeyValues
          className="mt-2"
          size={12}
          rows={[
            { label: t('volume'), value: formatAmount(data?.volume_30d, 2, USDT) },
            { label: t('needed'), value: needed },
          ]}
        />
        <p className="mt-3 text-12 text-secondary">{t('same')}</p>
      </Card>
    </div>
  );
}
