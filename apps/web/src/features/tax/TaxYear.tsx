import { Failed, LoadingRows, useApi } from '@fairlead/calls';
import { Button } from '@fairlead/ui';
import { useNavigate, useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { Screen } from '../../app/Screen.tsx';
import { serverNow } from '../../data/live/server-clock.ts';
import { ownTimeZone } from '../../data/time-zone.ts';
import { readTaxChoice, type TaxChoice, taxQuery, taxTerms } from './model.ts';
import { TaxDownloads } from './TaxDownloads.tsx';
import { TaxLines } from './TaxLines.tsx';
import { TaxReportView } from './TaxReportView.tsx';
import { TaxTerms } from './TaxTerms.tsx';

/** A year for the tax office: `?year=2026&method=fifo&figure=gains`. */
export function TaxYear() {
  const t = useTranslations('tax');
  const title = useTranslations('common.title');
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const now = new Date(serverNow());
  const choice = readTaxChoice(search, now);
  const show = (next: TaxChoice) => void navigate({ search: taxQuery(next) }, { replace: true });
  const { figure } = choice;
  if (figure !== undefined) {
    const of = choice.currency === undefined ? '' : ` · ${choice.currency}`;
    return (
      <Screen title={t(`figure.${figure}`)} className="pb-6">
        <div className="gutter flex flex-wrap items-center justify-between gap-2 pt-1 pb-4">
          <span className="text-12 text-muted">
            {choice.year} · {t(`methods.${choice.method}`)}
            {of}
          </span>
          <Button
            size={36}
            onClick={() => show({ ...choice, figure: undefined, currency: undefined })}
          >
            {t('back')}
          </Button>
        </div>
        <TaxLines choice={choice} figure={figure} onChoice={show} />
      </Screen>
    );
  }
  return (
    <Screen title={title('tax')} className="pb-6">
      <TaxTerms choice={choice} now={now} onChoice={show} />
      <Shown
        choice={choice}
        onExplain={(one, currency) => show({ ...choice, figure: one, currency })}
      />
      <div className="fl-band mt-4 print:hidden" />
      <TaxDownloads choice={choice} />
    </Screen>
  );
}

interface ShownProps {
  choice: TaxChoice;
  onExplain: (figure: NonNullable<TaxChoice['figure']>, currency?: string) => void;
}

function Shown({ choice, onExplain }: ShownProps) {
  const query = useApi('taxReport', taxTerms(choice, ownTimeZone()));
  const { data, error } = query;
  if (data !== undefined) return <TaxReportView report={data} onExplain={onExplain} />;
  if (error === null) return <LoadingRows count={6} />;
  return <Failed query={query} />;
}
