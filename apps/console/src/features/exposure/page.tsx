import { Loaded, LoadingRows, useApi } from '@fairlead/calls';
import type { Exposure } from '@fairlead/contract';
import { formatDate, Icon } from '@fairlead/ui';
import { Link } from 'react-router';
import { inUseText } from '../../books/UseBar.tsx';
import { PageFrame } from '../../parts/PageFrame.tsx';
import { HouseTable } from './HouseTable.tsx';
import { MarketsTable } from './MarketsTable.tsx';
import { nearLimits } from './model.ts';
import { RefundsTable } from './RefundsTable.tsx';
import { exposureTexts as t } from './texts.ts';

const POLL_MS = 5_000;

/** What the house stands for: its accounts, what is promised from them, and how near each is to its limit. */
export function Page() {
  const query = useApi('operatorExposure', {}, { pollMs: POLL_MS });
  const { data } = query;
  return (
    <PageFrame
      title={t.title}
      sub={data === undefined ? t.subPending : t.sub(formatDate(data.time, 'time', 'en'))}
    >
      <Loaded query={query} loading={<LoadingRows count={8} mark={false} />} failed={t.failed}>
        {(exposure) => (
          <>
            <NearNote exposure={exposure} />
            {exposure.currencies.map((currency) => (
              <div key={currency.currency_id}>
                <HouseTable currency={currency} />
                <MarketsTable markets={exposure.markets} currency={currency.currency} />
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
      </Loaded>
    </PageFrame>
  );
}

/** What is near its limit, or that nothing is: the first thing to see. */
function NearNote({ exposure }: { exposure: Exposure }) {
  const near = nearLimits(exposure);
  const isCalm = near.length === 0;
  return (
    <section className="con-verdict con-near" data-verdict={isCalm ? undefined : 'near'}>
      <span className="con-verdict-mark">
        <Icon name={isCalm ? 'check' : 'warn'} size={24} />
      </span>
      <div>
        <b>{isCalm ? t.calm : t.near(near.length)}</b>
        {isCalm ? (
          <p>{t.calmDetail}</p>
        ) : (
          <ul>
            {near.map(({ kind, of, use }) => (
              <li key={`${kind} ${of}`}>
                {t.nearLines[kind](of, use === undefined ? '' : inUseText(use))}
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}
