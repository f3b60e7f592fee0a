import { formatAmount, formatNumber, KeyValues, MISSING, Money, Term } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { tidy } from '../../../data/tidy.ts';
import { networkText } from '../custody/chains.ts';
import { type Draft, type Inputs, summarize } from './withdraw-model.ts';

const CONVERT = 'USDT';

/** What it costs and what arrives, as it is typed, and what the day still allows. */
export function Limits({ inputs, draft }: { inputs: Inputs; draft: Draft }) {
  const t = useTranslations('withdraw');
  const common = useTranslations('common');
  const { currency, info } = inputs;
  const { fee, receipt } = summarize(draft, inputs);
  const unit = currency?.name;
  const amount = (text: string | undefined) => formatAmount(text && tidy(text), undefined, unit);
  return (
    <div>
      <p className="flex items-baseline justify-between gap-3 border-t border-hairline pt-3">
        <span className="text-secondary">{t('receive')}</span>
        {receipt === undefined ? (
          <span className="text-28 text-muted">{MISSING}</span>
        ) : (
          <Money value={tidy(receipt)} size={28} {...(unit !== undefined && { unit })} />
        )}
      </p>
      <KeyValues
        className="mt-2"
        rows={[
          {
            id: 'fee',
            label: <FeeLabel inputs={inputs} />,
            value: amount(fee),
          },
          { label: t('smallest'), value: amount(info?.min_withdraw) },
          {
            id: 'requests',
            label: (
              <Term title={t('requestsLeft')} sentence={t('dayHelp')} closeLabel={common('close')}>
                {t('requestsLeft')}
              </Term>
            ),
            value:
              info === undefined
                ? MISSING
                : t('ofValue', {
                    left: String(info.remaining_today),
                    limit: String(info.daily_count),
                  }),
          },
          {
            label: t('valueLeft'),
            value:
              info === undefined
                ? MISSING
                : t('ofValue', {
                    left: formatNumber(info.remaining_value, 2),
                    limit: formatAmount(info.daily_value, 2, CONVERT),
                  }),
          },
        ]}
      />
    </div>
  );
}

/** The fee is the network's; of a card it is the transfer's. */
export function FeeLabel({ inputs: { way, chain } }: { inputs: Inputs }) {
  const t = useTranslations('withdraw');
  if (way === 'bank' || chain === undefined) return <>{t('bankFee')}</>;
  return <>{t('networkFee', { network: networkText(chain) })}</>;
}
