import type { ApiError } from '@fairlead/client';
import type { ResponseOf } from '@fairlead/contract';
import type { UseQueryResult } from '@tanstack/react-query';
import { type Column, DataTable } from '../../lists/DataTable.tsx';
import { TERM_FIELDS } from '../../terms/fields.ts';
import { wordsOf } from '../../terms/model.ts';
import { termTexts } from '../../terms/texts.ts';
import { networkTexts as t } from './texts.ts';

interface Limit {
  readonly id: number;
  readonly label: string;
  readonly value: string;
}

const columns: readonly Column<Limit>[] = [
  { id: 'label', header: termTexts.field, card: 'title', cell: ({ label }) => label },
  {
    id: 'value',
    header: t.tabs.limits,
    align: 'end',
    card: 'end',
    cell: ({ value }) => <b>{value}</b>,
  },
];

export interface LimitsTableProps {
  query: Pick<
    UseQueryResult<ResponseOf<'custodySettings'>, ApiError>,
    'data' | 'error' | 'isFetching' | 'refetch'
  >;
  isOpen: boolean;
  onOpen: () => void;
}

/** The limits line by line; any of them opens the form of all. */
export function LimitsTable({ query, isOpen, onOpen }: LimitsTableProps) {
  const { data: settings, ...rest } = query;
  const limits = settings && limitsOf(settings);
  return (
    <>
      <p className="py-3 text-muted">{t.limitsLead}</p>
      <DataTable
        label={t.tabs.limits}
        columns={columns}
        query={{ ...rest, data: limits }}
        rowId={({ id }) => id}
        choice={{ selectedId: isOpen ? 1 : undefined, onSelect: onOpen, onOpen }}
        empty={t.limitsLead}
      />
    </>
  );
}

const limitsOf = (settings: ResponseOf<'custodySettings'>): readonly Limit[] =>
  TERM_FIELDS.settings.map((field, index) => {
    const value = settings[field.name as keyof Omit<typeof settings, 'bank_accounts'>];
    return { id: index + 1, label: termTexts.fields[field.name], value: wordsOf(field, value, {}) };
  });
