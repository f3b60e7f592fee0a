import { Button, Chip, Field, Icon, Segment, Sheet } from '@fairlead/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useDownload } from '../../../app/parts/use-download.ts';
import {
  countOf,
  exportDays,
  exportNarrowed,
  type OrderFilters as Filters,
  KINDS,
} from './filters.ts';

export interface OrderFiltersProps {
  filters: Filters;
  /** The list that is shown. */
  status: 'waiting' | 'completed' | 'cancelled' | 'triggers';
  onChange: (filters: Filters) => void;
}

/** What the list is narrowed by, and the same as a file. */
export function OrderFilters({ filters, status, onChange }: OrderFiltersProps) {
  const t = useTranslations('orderFilters');
  const [isOpen, setOpen] = useState(false);
  const count = countOf(filters);
  return (
    <>
      {/* On a narrow phone both go to the next line: neither stands alone there. */}
      <div className="flex gap-2">
        <Chip icon="filter" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {count === 0 ? t('filter') : t('filterCount', { count: String(count) })}
        </Chip>
        <ExportChip filters={filters} status={status} />
      </div>
      {isOpen && (
        <FilterSheet
          filters={filters}
          status={status}
          onClose={() => setOpen(false)}
          onChange={(next) => {
            setOpen(false);
            onChange(next);
          }}
        />
      )}
    </>
  );
}

interface FilterSheetProps extends OrderFiltersProps {
  onClose: () => void;
}

function FilterSheet({ filters, status, onClose, onChange }: FilterSheetProps) {
  const t = useTranslations('orderFilters');
  const common = useTranslations('common');
  const [draft, setDraft] = useState(filters);
  const { symbol, from = '', to = '' } = draft;
  const isBackward = from !== '' && to !== '' && to < from;
  return (
    <Sheet
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('filter')}
      closeLabel={common('close')}
      footer={
        <div className="grid grid-cols-2 gap-3">
          <Button
            variant="line"
            block
            onClick={() => onChange(symbol === undefined ? {} : { symbol })}
          >
            {t('clear')}
          </Button>
          <Button block disabled={isBackward} onClick={() => onChange(draft)}>
            {t('apply')}
          </Button>
        </div>
      }
    >
      <div className="grid gap-4">
        <Side draft={draft} onDraft={setDraft} />
        <Kind draft={draft} status={status} onDraft={setDraft} />
        <div className="grid grid-cols-2 gap-3">
          <Field
            label={t('from')}
            type="date"
            value={from}
            error={isBackward && t('backward')}
            onChange={({ target }) => setDraft(withDay(draft, 'from', target.value))}
          />
          <Field
            label={t('to')}
            type="date"
            value={to}
            onChange={({ target }) => setDraft(withDay(draft, 'to', target.value))}
          />
        </div>
      </div>
    </Sheet>
  );
}

function withDay(draft: Filters, name: 'from' | 'to', value: string): Filters {
  const { [name]: _, ...rest } = draft;
  return value === '' ? rest : { ...rest, [name]: value };
}

interface PartProps {
  draft: Filters;
  onDraft: (draft: Filters) => void;
}

function Side({ draft: { side, ...rest }, onDraft }: PartProps) {
  const t = useTranslations('orderFilters');
  const orders = useTranslations('orders');
  return (
    <Segment
      label={t('side')}
      value={side ?? 'all'}
      options={[
        { value: 'all', label: t('all') },
        { value: 'buy', label: orders('buy'), tone: 'rise' },
        { value: 'sell', label: orders('sell'), tone: 'fall' },
      ]}
      onValueChange={(next) => onDraft(next === 'all' ? rest : { ...rest, side: next })}
    />
  );
}

/** Kinds of the list that is shown; tapped again, one narrows no more. */
function Kind({ draft, status, onDraft }: PartProps & Pick<OrderFiltersProps, 'status'>) {
  const t = useTranslations('orderFilters');
  const orders = useTranslations('orders.type');
  const { type, trigger, ...rest } = draft;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset brings a look that cannot be undone
    <div role="group" aria-label={t('kind')} className="flex flex-wrap gap-2">
      {status === 'triggers'
        ? KINDS.triggers.map((each) => (
            <Chip
              key={each}
              pressed={trigger === each}
              onClick={() => onDraft(trigger === each ? rest : { ...rest, trigger: each })}
            >
              {t(`trigger.${each}`)}
            </Chip>
          ))
        : KINDS.orders.map((each) => (
            <Chip
              key={each}
              pressed={type === each}
              onClick={() => onDraft(type === each ? rest : { ...rest, type: each })}
            >
              {orders(each)}
            </Chip>
          ))}
    </div>
  );
}

/** Saves what the filter shows, page by page of the server, as one file. */
function ExportChip({ filters, status }: Omit<OrderFiltersProps, 'onChange'>) {
  const t = useTranslations('orderFilters');
  const what = status === 'triggers' ? 'trigger_orders' : 'orders';
  const days = exportDays(filters, new Date());
  const { download, start } = useDownload(days, exportNarrowed(filters, status));
  const isRunning = download !== undefined && download.file === undefined;
  const dates = { from: days.from, to: days.to };
  return (
    <>
      <Chip
        aria-label={t('exportOf', dates)}
        title={t('exportOf', dates)}
        disabled={isRunning}
        onClick={() => void start(what)}
      >
        <Icon name={isRunning ? 'clock' : 'download'} size={16} />
        CSV
      </Chip>
      {download !== undefined && (
        <span role="status" className="text-12 text-muted">
          {t(isRunning ? 'rowsSoFar' : 'rowsSaved', { rows: download.rows, ...dates })}
        </span>
      )}
    </>
  );
}
