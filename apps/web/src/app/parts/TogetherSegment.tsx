import { Segment } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { acting, isReading } from '../../data/account/acting.ts';

export interface TogetherSegmentProps {
  isTogether: boolean;
  onChange: (isTogether: boolean) => void;
}

export function TogetherSegment({ isTogether, onChange }: TogetherSegmentProps) {
  const t = useTranslations('subAccounts');
  return (
    <div className="grid gap-2 print:hidden">
      <Segment
        label={t('reportOf')}
        size={36}
        value={isTogether ? 'all' : 'main'}
        options={[
          { value: 'main', label: isReading && acting !== undefined ? acting.name : t('main') },
          { value: 'all', label: t('together') },
        ]}
        onValueChange={(value) => onChange(value === 'all')}
      />
      {isTogether && !isReading && <p className="text-12 text-muted">{t('togetherHint')}</p>}
    </div>
  );
}
