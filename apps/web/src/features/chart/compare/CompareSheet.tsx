import { Segment, Sheet } from '@fairlead/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { PairList } from '../../../app/parts/PairSheet.tsx';
import { type ChartKind, COMPARISONS_MAX } from '../settings/chart-settings.ts';
import { type CompareProps, compareWith, isSame } from './comparisons.ts';

export interface CompareSheetProps extends CompareProps {
  onClose: () => void;
}

/** Chooses what the chart is compared with: the trades or the index of a market. */
export function CompareSheet({ own, settings, isFixed, onClose }: CompareSheetProps) {
  const t = useTranslations('chart');
  const texts = useTranslations('charting.compare');
  const common = useTranslations('common');
  const [kind, setKind] = useState<ChartKind>(own.kind);
  return (
    <Sheet
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={texts('title', { symbol: own.symbol })}
      closeLabel={common('close')}
    >
      <div className="grid gap-3">
        <p className="text-12 text-secondary">{texts('note', { max: String(COMPARISONS_MAX) })}</p>
        {!isFixed && (
          <Segment<ChartKind>
            label={t('kind')}
            value={kind}
            options={[
              { value: 'trade', label: t('trade') },
              { value: 'index', label: t('index') },
            ]}
            onValueChange={setKind}
          />
        )}
        <PairList
          symbol=""
          price={kind === 'index' ? 'index' : 'last'}
          offers={({ symbol, spot }) => spot && !isSame({ symbol, kind }, own)}
          onChoose={(symbol) => {
            compareWith(own.symbol, settings, { symbol, kind });
            onClose();
          }}
        />
      </div>
    </Sheet>
  );
}
