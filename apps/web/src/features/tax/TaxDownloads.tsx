import { TAX_FILES } from '@fairlead/contract/constants';
import { Icon, List, SectionHead } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import type { TaxChoice } from './model.ts';
import { useTaxFile } from './use-tax-file.ts';

/** The year as a file for each program. */
export function TaxDownloads({ choice }: { choice: TaxChoice }) {
  const t = useTranslations('tax');
  const words = useTranslations('portfolio.statement');
  const { running, start } = useTaxFile(choice);
  return (
    <section aria-label={t('files')} className="print:hidden">
      <SectionHead title={t('files')} />
      <List label={t('files')}>
        {TAX_FILES.map((format) => (
          <div
            key={format}
            className="fl-row"
            data-size={52}
            aria-busy={running === format || undefined}
          >
            <span className="fl-row-main">
              <span className="fl-row-title">{t(`file.${format}`)}</span>
            </span>
            <button
              type="button"
              className="fl-iconbtn"
              aria-label={words('download', { kind: t(`file.${format}`) })}
              disabled={running !== undefined}
              onClick={() => void start(format)}
            >
              <Icon name={running === format ? 'clock' : 'download'} />
            </button>
          </div>
        ))}
      </List>
    </section>
  );
}
