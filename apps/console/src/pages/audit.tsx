import { Button } from '@fairlead/ui';
import { useState } from 'react';
import { useMay } from '../data/acts.ts';
import { useAction } from '../data/use-action.ts';
import { useApi } from '../data/use-api.ts';
import {
  AUDIT_FILTERS,
  AuditFilters,
  type AuditFilterValues,
} from '../features/audit/AuditFilters.tsx';
import { ChainVerdict } from '../features/audit/ChainVerdict.tsx';
import { columns, isRefused } from '../features/audit/columns.tsx';
import { RowPanel } from '../features/audit/RowPanel.tsx';
import { PageFrame } from '../parts/PageFrame.tsx';
import { CsvButton } from '../queue/CsvButton.tsx';
import { DataTable } from '../table/DataTable.tsx';
import { readDay, readId, useFilters } from '../table/use-filters.ts';
import { useOpenRow } from '../table/use-open-row.ts';
import { auditTexts as t } from '../texts/audit.ts';

const PAGE_LIMIT = 50;

/** The audit log, what a row holds, and whether the chain of all rows is whole. */
export function Page() {
  const { values, page, set, setPage } = useFilters(AUDIT_FILTERS);
  const request = requestOf(values);
  const query = useApi('auditLog', { ...request, page, limit: PAGE_LIMIT }, { keepPrevious: true });
  const row = useOpenRow();
  const mayExport = useMay('exportRows');
  const [result, setResult] = useState<Parameters<typeof ChainVerdict>[0]['result']>();
  const verify = useAction('verifyAudit', { invalidates: ['auditLog'], onSuccess: setResult });
  const isFiltered = Object.values(values).some((value) => value !== '');
  const open = query.data?.list.find(({ id }) => id === row.openId);
  const { from, to } = request;
  return (
    <PageFrame
      title={t.title}
      sub={t.sub}
      actions={
        <>
          <Button size={44} icon="shield" busy={verify.isRunning} onClick={() => verify.run({})}>
            {t.verify}
          </Button>
          {mayExport && (
            <CsvButton
              request={{
                what: 'audit',
                ...(from !== undefined && { from }),
                ...(to !== undefined && { to }),
              }}
            />
          )}
        </>
      }
      panel={open && <RowPanel key={open.id} row={open} onClose={row.close} />}
    >
      {result && <ChainVerdict result={result} />}
      <AuditFilters values={values} isFiltered={isFiltered} set={set} />
      <DataTable
        label={t.title}
        columns={columns}
        query={query}
        rowId={({ id }) => id}
        choice={row.choice}
        empty={isFiltered ? t.empty : t.emptyAll}
        onPage={setPage}
        toneOf={(entry) => (isRefused(entry) ? 'warn' : undefined)}
      />
    </PageFrame>
  );
}

function requestOf(values: AuditFilterValues) {
  const operatorId = readId(values.operator);
  const from = readDay(values.from, 'first');
  const to = readDay(values.to, 'last');
  return {
    ...(operatorId !== undefined && { operator_id: operatorId }),
    ...(values.action !== '' && { action: values.action }),
    ...(values.subject !== '' && { subject: values.subject }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
  };
}
