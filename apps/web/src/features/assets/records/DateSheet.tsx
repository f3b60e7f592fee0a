import { Button, Chip, Field, Sheet } from '@fairlead/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { serverNow } from '../../../data/live/server-clock.ts';
import { dayText, isWrongOrder, lastDays, SPANS } from './record-filter.ts';

interface Days {
  readonly from: string | undefined;
  readonly to: string | undefined;
}

export interface DateSheetProps extends Days {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  onApply: (days: Days) => void;
}

/** First and last day, or one of the usual spans. */
export function DateSheet({ isOpen, onOpenChange, from, to, onApply }: DateSheetProps) {
  const t = useTranslations('assets.record');
  const common = useTranslations('common');
  const [days, setDays] = useState<Days>({ from, to });
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen);
    if (isOpen) setDays({ from, to });
  }
  const isWrong = isWrongOrder(days.from, days.to);
  const apply = (chosen: Days) => {
    onApply(chosen);
    onOpenChange(false);
  };
  const now = new Date(serverNow());
  const read = (text: string) => (text === '' ? undefined : text);
  return (
    <Sheet
      open={isOpen}
      onOpenChange={onOpenChange}
      title={t('dates')}
      closeLabel={common('close')}
      footer={
        <Button variant="main" block disabled={isWrong} onClick={() => apply(days)}>
          {t('apply')}
        </Button>
      }
    >
      <div className="flex flex-wrap gap-2 pb-4">
        <Chip
          pressed={days.from === undefined && days.to === undefined}
          onClick={() => setDays({ from: undefined, to: undefined })}
        >
          {t('allDates')}
        </Chip>
        {SPANS.map(({ label, days: count }) => {
          const span = lastDays(count, now);
          return (
            <Chip
              key={label}
              pressed={span.from === days.from && span.to === days.to}
              onClick={() => setDays(span)}
            >
              {t(label)}
            </Chip>
          );
        })}
      </div>
      <div className="grid grid-cols-2 gap-3 pb-3">
        <Field
          label={t('from')}
          type="date"
          max={dayText(now)}
          value={days.from ?? ''}
          error={isWrong ? t('wrongOrder') : undefined}
          onChange={(event) => setDays({ ...days, from: read(event.target.value) })}
        />
        <Field
          label={t('to')}
          type="date"
          max={dayText(now)}
          value={days.to ?? ''}
          onChange={(event) => setDays({ ...days, to: read(event.target.value) })}
        />
      </div>
    </Sheet>
  );
}
