import { ErrorState, formatDate, SkeletonRows } from '@fairlead/ui';
import { Link } from 'react-router';
import { errorText } from '../data/error-text.ts';
import { useApi } from '../data/use-api.ts';
import { HouseTable } from '../features/exposure/HouseTable.tsx';
import { MarketsTable } from '../features/exposure/MarketsTable.tsx';
import { NearNote } from '../features/exposure/NearNote.tsx';
import { RefundsTable } from '../features/exposure/RefundsTable.tsx';
import { PageFrame } from '../parts/PageFrame.tsx';
import { exposureTexts as t } from '../texts/exposure.ts';
import { sharedTexts } from '../texts/shared.ts';

const POLL_MS = 5_000;

/** What the house stands for: its accounts, what is promised from them, and how near each is to its limit. */
export function Page() {
  const query = useApi('operatorExposure', {}, { pollMs: POLL_MS });
  const { data, error } = query;
  return (
    <PageFrame
      title={t.title}
      sub={data === undefined ? t.subPending : t.sub(formatDate(data.time, 'time', 'en'))}
    >
      {data === undefined && error === null && (
        <SkeletonRows label={sharedTexts.loading} count={8} mark={false} />
      )}
      {data === undefined && error !== null && (
        <ErrorState
          onRetry={() => void query.refetch()}
          retryLabel={sharedTexts.retry}
          retrying={query.isFetching}
        >
          {`${t.failed} ${errorText(error)}`}
        </ErrorState>
      )}
      {data && (
        <>
          <NearNote exposure={data} />
          {data.currencies.map((currency) => (
            <div key={currency.currency_id}>
              <HouseTable currency={currency} />
              <MarketsTable markets={data.markets} currency={currency.currency} />
            </div>
          ))}
          <RefundsTable />
          <p className="con-links mt-6">
            <Link to="/positions">{t.links.positions}</Link>
            <Link to="/positions?tab=options">{t.links.options}</Link>
            <Link to="/ledger?tab=house">{t.links.house}</Link>
          </p>
        </>
      )}
    </PageFrame>
  );
}
