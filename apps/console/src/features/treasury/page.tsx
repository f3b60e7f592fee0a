import { useApi } from '@fairlead/calls';
import { ListPage, listed } from '../../lists/ListPage.tsx';
import { useRecord } from '../../lists/use-record.ts';
import { columns, rowId } from './columns.tsx';
import { LinePanel } from './LinePanel.tsx';
import { TreasuryHead } from './TreasuryHead.tsx';
import { treasuryTexts as t } from './texts.ts';

const POLL_MS = 10_000;

/** What is owed, where it lies, and where the hot wallets stand by their limits. */
export function Page() {
  const query = useApi('operatorTreasury', {}, { pollMs: POLL_MS });
  const record = useRecord();
  const cold = query.data?.cold_payments;
  return (
    <ListPage
      title={t.title}
      sub={t.sub}
      record={record}
      list={listed({
        label: t.lines,
        columns,
        query: { ...query, data: query.data?.lines },
        rowId,
        empty: t.empty,
        panel: (line) =>
          line && (
            <LinePanel
              line={line}
              hasCold={cold?.currency_id === line.currency_id}
              onClose={record.close}
            />
          ),
      })}
    >
      {query.data && <TreasuryHead treasury={query.data} />}
    </ListPage>
  );
}
