import { useApi } from '@fairlead/calls';
import { useCurrencies, useNoticeHours } from '../../data/use-config.ts';
import { ListPage, listed } from '../../lists/ListPage.tsx';
import { useRecord } from '../../lists/use-record.ts';
import { termTexts } from '../../terms/texts.ts';
import { offeringColumns } from './columns.tsx';
import { missingSupply } from './model.ts';
import { OfferingPanel } from './OfferingPanel.tsx';
import { offeringTexts as t } from './texts.ts';

const POLL_MS = 10_000;

/** Offerings: their terms, and how far each has come. */
export function Page() {
  const record = useRecord();
  const noticeHours = useNoticeHours();
  const currencies = useCurrencies();
  const query = useApi('operatorOfferings', {}, { pollMs: POLL_MS });
  const offerings = query.data ?? [];
  return (
    <ListPage
      title={t.title}
      sub={t.sub(termTexts.notice(noticeHours))}
      record={record}
      add={{
        act: 'operatorSaveOffering',
        label: t.newOffering,
        isDisabled: query.data === undefined,
      }}
      className="mt-4"
      list={listed({
        label: t.title,
        columns: offeringColumns(currencies, offerings),
        query,
        rowId: ({ id }) => id,
        empty: t.empty,
        toneOf: (row) => (missingSupply(row, offerings) === undefined ? undefined : 'warn'),
        panel: (offering) => (
          <OfferingPanel offering={offering} offerings={offerings} onClose={record.close} />
        ),
      })}
    />
  );
}
