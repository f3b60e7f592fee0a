import { Button } from '@fairlead/ui';
import { useState } from 'react';
import { useMay } from '../data/acts.ts';
import { useAction } from '../data/use-action.ts';
import { useApi } from '../data/use-api.ts';
import { ChainVerdict } from '../features/audit/ChainVerdict.tsx';
import { columns, isRefused } from '../features/audit/columns.tsx';
import { RowPanel } from '../features/audit/RowPanel.tsx';
import { PageFrame } from '../parts/PageFrame.tsx';
import { CsvButton } from '../queue/CsvButton.tsx';
import { DataTable } from '../table/DataTable.tsx';
import { DayFilter, FilterBar, SelectFilter, TextFilter } from '../table/FilterBar.tsx';
import { readDay, readId, useFilters } from '../table/use-filters.ts';
import { useOpenRow } from '../table/use-open-row.ts';
import { auditTexts as t } from '../texts/audit.ts';
import { tableTexts } from '../texts/table.ts';

const DEFAULTS = { operator: '', action: '', subject: '', from: '', to: '' } as const;
const PAGE_LIMIT = 50;

/** The audit log, what a row holds, and whether the chain of all rows is whole. */
export function Page() {
  const { values, page, set, setPage } = useFilters(DEFAULTS);
  const request = requestOf(values);
  const query = useApi('auditLog', { ...request, page, limit: PAGE_LIMIT }, { keepPrevious: true });
  const operators = useApi('operators', {});
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
      <FilterBar isFiltered={isFiltered} onClear={() => set(DEFAULTS)}>
        <SelectFilter
          label={t.filters.operator}
          value={values.operator}
          options={(operators.data ?? []).map(({ id, name }) => [String(id), name] as const)}
          onChange={(operator) => set({ operator })}
        />
        <TextFilter
          label={t.filters.action}
          maxLength={60}
          value={values.action}
          onChange={(action) => set({ action })}
        />
        <TextFilter
          label={t.filters.subject}
          maxLength={120}
          value={values.subject}
          onChange={(subject) => set({ subject })}
        />
        <DayFilter
          label={tableTexts.from}
          value={values.from}
          onChange={(value) => set({ from: value })}
        />
        <DayFilter
          label={tableTexts.to}
          value={values.to}
          onChange={(value) => set({ to: value })}
        />
      </FilterBar>
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

function requestOf(values: Readonly<Record<keyof typeof DEFAULTS, string>>) {
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
