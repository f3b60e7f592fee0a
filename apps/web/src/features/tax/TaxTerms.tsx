import { TAX_DEPOSIT_COSTS, TAX_REPORT_METHODS } from '@fairlead/contract/constants';
import { Chip, Note, Segment, Select, TextLink } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { href } from '../../app/navigation.ts';
import { TogetherChoice } from '../../app/parts/TogetherChoice.tsx';
import { ownTimeZone } from '../../data/time-zone.ts';
import { type TaxChoice, yearsUntil } from './model.ts';

export interface TaxTermsProps {
  choice: TaxChoice;
  now: Date;
  onChoice: (choice: TaxChoice) => void;
}

/** Year, method, and what a deposit counts as; and that this is no advice. */
export function TaxTerms({ choice, now, onChoice }: TaxTermsProps) {
  const t = useTranslations('tax');
  const common = useTranslations('common');
  const { year, method, deposits } = choice;
  return (
    <section aria-label={t('terms')} className="gutter grid grid-cols-1 gap-3 pt-1 pb-4">
      <Note kind="info">{t('noAdvice')}</Note>
      <TogetherChoice
        isTogether={choice.together}
        onChange={(together) => onChoice({ ...choice, together })}
      />
      <div className="flex flex-wrap gap-2">
        {yearsUntil(now).map((one) => (
          <Chip key={one} pressed={one === year} onClick={() => onChoice({ ...choice, year: one })}>
            {one}
          </Chip>
        ))}
      </div>
      <Segment
        label={t('method')}
        size={36}
        value={method}
        options={TAX_REPORT_METHODS.map((value) => ({ value, label: t(`methods.${value}`) }))}
        onValueChange={(next) => onChoice({ ...choice, method: next })}
      />
      <p className="text-12 text-muted">{t(`methodHelp.${method}`)}</p>
      <Select
        label={t('depositCost')}
        value={deposits}
        options={TAX_DEPOSIT_COSTS.map((value) => ({
          value,
          label: t(`depositCosts.${value}`),
          detail: t(`depositCostHelp.${value}`),
        }))}
        onValueChange={(next) => onChoice({ ...choice, deposits: next })}
        closeLabel={common('close')}
      />
      <p className="text-12 text-muted">{t('zone', { zone: ownTimeZone() })}</p>
      <div>
        <TextLink href={href('pages/help/center/detail', { key: 'tax' })}>{t('how')}</TextLink>
      </div>
    </section>
  );
}
