import { useMay } from '../data/acts.ts';
import { useApi } from '../data/use-api.ts';
import { columns } from '../features/balance/columns.tsx';
import { isDrifted } from '../features/balance/model.ts';
import { SheetPanel } from '../features/balance/SheetPanel.tsx';
import { Verdict } from '../features/balance/Verdict.tsx';
import { PageFrame } from '../parts/PageFrame.tsx';
import { CsvButton } from '../queue/CsvButton.tsx';
import { DataTable } from '../table/DataTable.tsx';
import { useOpenRow } from '../table/use-open-row.ts';
import { wholeList } from '../table/whole-list.ts';
import { balanceTexts as t } from '../texts/balance.ts';

const POLL_MS = 10_000;
const noPages = (): void => undefined;

/** Liabilities, house and custody per currency, and that they sum to zero. */
export function Page() {
  const query = useApi('balanceSheet', {}, { pollMs: POLL_MS });
  const row = useOpenRow();
  const mayExport = useMay('exportRows');
  const open = query.data?.currencies.find(({ currency_id }) => currency_id === row.openId);
  return (
    <PageFrame
      title={t.title}
      sub={t.sub}
      actions={mayExport && <CsvButton request={{ what: 'balance_sheet' }} />}
      panel={open && <SheetPanel key={open.currency_id} sheet={open} onClose={row.close} />}
    >
      {query.data && <Verdict sheet={query.data} />}
      <div className="con-long-cards">
        <DataTable
          label={t.title}
          columns={columns}
          query={wholeList({ ...query, data: query.data?.currencies })}
          rowId={({ currency_id }) => currency_id}
          choice={row.choice}
          empty={t.empty}
          onPage={noPages}
          toneOf={(sheet) => (isDrifted(sheet) ? 'bad' : undefined)}
        />
      </div>
    </PageFrame>
  );
}
