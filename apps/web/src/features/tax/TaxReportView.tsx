import type { TaxExplained, TaxReport } from '@fairlead/contract';
import { CoinMark, EmptyState, List, ListRow, Note, SectionHead } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { Amount } from '../../app/parts/Amount.tsx';
import { tidy } from '../../data/tidy.ts';

export interface TaxReportViewProps {
  report: TaxReport;
  /** Shows what a figure is the sum of. */
  onExplain: (figure: TaxExplained, currency?: string) => void;
}

/** The figures of a year, each of which opens its lines, and what is held at its end. */
export function TaxReportView({ report, onExplain }: TaxReportViewProps) {
  const t = useTranslations('tax');
  const { figures, holdings, currency, unpriced } = report;
  if (figures.length === 0 && holdings.length === 0) return <EmptyState>{t('empty')}</EmptyState>;
  return (
    <>
      {!report.is_over && (
        <div className="gutter pb-2">
          <Note>{t('notOver')}</Note>
        </div>
      )}
      {report.stated_deposits > 0 && (
        <div className="gutter pb-2">
          <Note>{t('costs.inReport', { count: report.stated_deposits })}</Note>
        </div>
      )}
      <Figures report={report} onExplain={onExplain} />
      <section aria-label={t('holdings')}>
        <SectionHead title={t('holdings')} note={currency} />
        <List label={t('holdings')}>
          {holdings.map((held) => (
            <ListRow
              key={held.currency}
              leading={<CoinMark code={held.currency} size={24} />}
              title={held.currency}
              caption={<Amount value={tidy(held.quantity)} />}
              value={<Amount value={held.unrealised} decimals={2} isSigned />}
              valueCaption={held.unrealised === undefined ? t('notKnown') : t('unrealised')}
              chevron
              onClick={() => onExplain('holdings', held.currency)}
            />
          ))}
        </List>
      </section>
      {unpriced.length > 0 && (
        <div className="gutter pt-3">
          <Note kind="warn">
            {t('unpriced', {
              count: unpriced.length,
              days: unpriced
                .slice(0, 5)
                .map((each) => `${each.currency} ${each.date}`)
                .join(', '),
            })}
          </Note>
        </div>
      )}
    </>
  );
}

function Figures({ report, onExplain }: TaxReportViewProps) {
  const t = useTranslations('tax');
  return (
    <section aria-label={t('figures')}>
      <SectionHead title={t('figures')} note={report.currency} />
      <List label={t('figures')}>
        {report.figures.map(({ figure, value, count, missing }) => (
          <ListRow
            key={figure}
            title={t(`figure.${figure}`)}
            caption={t('lines', { count })}
            value={<Amount value={value} decimals={2} isSigned={figure !== 'fees'} />}
            {...(missing > 0 && { valueCaption: t('missing', { count: missing }) })}
            chevron
            onClick={() => onExplain(figure)}
          />
        ))}
      </List>
    </section>
  );
}
