import { useApi } from '@fairlead/calls';
import { useMay } from '../../data/acts.ts';
import { ListPage, listed } from '../../lists/ListPage.tsx';
import { useRecord } from '../../lists/use-record.ts';
import { CsvButton } from '../../queue/CsvButton.tsx';
import { columns } from './columns.tsx';
import { isDrifted } from './model.ts';
import { SheetPanel } from './SheetPanel.tsx';
import { balanceTexts as t } from './texts.ts';
import { Verdict } from './Verdict.tsx';

const POLL_MS = 10_000;

/** Liabilities, house and custody per currency, and that they sum to zero. */
export function Page() {
  const query = useApi('balanceSheet', {}, { pollMs: POLL_MS });
  const record = useRecord();
  const mayExport = useMay('exportRows');
  return (
    <ListPage
      title={t.title}
      sub={t.sub}
      actions={mayExport && <CsvButton request={{ what: 'balance_sheet' }} />}
      record={record}
      className="con-long-cards"
      list={listed({
        label: t.title,
        columns,
        query: { ...query, data: query.data?.currencies },
        rowId: ({ currency_id }) => currency_id,
        empty: t.empty,
        toneOf: (sheet) => (isDrifted(sheet) ? 'bad' : undefined),
        panel: (sheet) => sheet && <SheetPanel sheet={sheet} onClose={record.close} />,
      })}
    >
      {query.data && <Verdict sheet={query.data} />}
    </ListPage>
  );
}
