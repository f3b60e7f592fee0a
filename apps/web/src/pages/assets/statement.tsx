import { Failed, LoadingRows, useApi } from '@fairlead/calls';
import { Button } from '@fairlead/ui';
import { useNavigate, useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { TogetherChoice } from '../../app/parts/TogetherChoice.tsx';
import { Screen } from '../../app/Screen.tsx';
import { isReading } from '../../data/account/acting.ts';
import { serverNow } from '../../data/live/server-clock.ts';
import { ownTimeZone } from '../../data/time-zone.ts';
import { Downloads } from '../../features/statement/Downloads.tsx';
import {
  type Choice,
  choiceQuery,
  daysProblem,
  readChoice,
} from '../../features/statement/model.ts';
import { PeriodPicker } from '../../features/statement/PeriodPicker.tsx';
import { StatementView } from '../../features/statement/StatementView.tsx';

/** What moved in a period, and every record of it as a file: `?period=year&what=fills`. */
export function Page() {
  const t = useTranslations('portfolio.statement');
  const title = useTranslations('common.title');
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const now = new Date(serverNow());
  const choice = readChoice(search, now);
  const isValid = daysProblem(choice.days) === undefined;
  const show = (next: Choice) => void navigate({ search: choiceQuery(next) }, { replace: true });
  return (
    <Screen title={title('statement')} className="pb-6">
      <PeriodPicker choice={choice} now={now} onChoice={show} />
      <div className="gutter pb-4 empty:hidden">
        <TogetherChoice
          isTogether={choice.together}
          onChange={(together) => show({ ...choice, together })}
        />
      </div>
      {isValid && <Shown choice={choice} />}
      <div className="gutter pt-4 pb-2 print:hidden">
        <Button block size={44} icon="receipt" onClick={() => window.print()}>
          {t('print')}
        </Button>
      </div>
      {/* Files are of one account each, and have what no reader is shown. */}
      {!choice.together && !isReading && (
        <>
          <div className="fl-band mt-2 print:hidden" />
          <Downloads days={choice.days} disabled={!isValid} preselected={choice.what} />
        </>
      )}
    </Screen>
  );
}

function Shown({ choice: { days, together } }: { choice: Choice }) {
  const query = useApi('statement', {
    ...days,
    time_zone: ownTimeZone(),
    ...(together && { together }),
  });
  const { data, error } = query;
  if (data !== undefined) return <StatementView statement={data} />;
  if (error === null) return <LoadingRows count={4} size={44} />;
  return <Failed query={query} />;
}
