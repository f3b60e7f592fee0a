import { Button } from '@fairlead/ui';
import { useMemo } from 'react';
import { useMay } from '../data/acts.ts';
import { useApi } from '../data/use-api.ts';
import { useCurrencies, useNoticeHours } from '../data/use-config.ts';
import { offeringColumns } from '../features/offerings/columns.tsx';
import { missingSupply } from '../features/offerings/model.ts';
import { OfferingPanel } from '../features/offerings/OfferingPanel.tsx';
import { PageFrame } from '../parts/PageFrame.tsx';
import { DataTable } from '../table/DataTable.tsx';
import { useRecord } from '../table/use-record.ts';
import { wholeList } from '../table/whole-list.ts';
import { offeringTexts as t } from '../texts/offerings.ts';
import { termTexts } from '../texts/terms.ts';

const POLL_MS = 10_000;
const NONE: readonly never[] = [];
const noPages = (): void => undefined;

/** Offerings: their terms, and how far each has come. */
export function Page() {
  const noticeHours = useNoticeHours();
  const record = useRecord();
  const { isNew, openId, choice, close } = record;
  const mayEdit = useMay('operatorSaveOffering');
  const currencies = useCurrencies();
  const query = useApi('operatorOfferings', {}, { pollMs: POLL_MS });
  const offerings = query.data ?? NONE;
  const columns = useMemo(() => offeringColumns(currencies, offerings), [currencies, offerings]);
  const offering = offerings.find(({ id }) => id === openId);
  return (
    <PageFrame
      title={t.title}
      sub={t.sub(termTexts.notice(noticeHours))}
      actions={
        mayEdit && (
          <Button size={44} icon="plus" disabled={query.data === undefined} onClick={record.begin}>
            {t.newOffering}
          </Button>
        )
      }
      panel={
        (isNew || offering) && (
          <OfferingPanel
            key={isNew ? 'new' : openId}
            offering={isNew ? undefined : offering}
            offerings={offerings}
            onClose={close}
          />
        )
      }
    >
      <div className="mt-4">
        <DataTable
          label={t.title}
          columns={columns}
          query={wholeList(query)}
          rowId={({ id }) => id}
          choice={choice}
          empty={t.empty}
          onPage={noPages}
          toneOf={(row) => (missingSupply(row, offerings) === undefined ? undefined : 'warn')}
        />
      </div>
    </PageFrame>
  );
}
