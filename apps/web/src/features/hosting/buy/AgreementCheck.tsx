import { Checkbox } from '@fairlead/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { LegalSheet } from '../../../app/parts/LegalSheet.tsx';

export interface AgreementCheckProps {
  isAgreed: boolean;
  /** It was pressed without it. */
  isMissing: boolean;
  onChange: (isAgreed: boolean) => void;
}

/** The custody agreement, to be read and agreed to. */
export function AgreementCheck({ isAgreed, isMissing, onChange }: AgreementCheckProps) {
  const t = useTranslations('hosting.agreement');
  const [isOpen, setOpen] = useState(false);
  return (
    <div>
      <Checkbox checked={isAgreed} bad={isMissing} onCheckedChange={onChange}>
        {t.rich('read', {
          link: (text) => (
            <button
              type="button"
              className="hit font-medium text-brand"
              onClick={(event) => {
                event.preventDefault();
                setOpen(true);
              }}
            >
              {text}
            </button>
          ),
        })}
      </Checkbox>
      {isMissing && (
        <p className="fl-help" data-bad="" role="alert">
          {t('missing')}
        </p>
      )}
      <LegalSheet
        slug="custody"
        isOpen={isOpen}
        onOpenChange={setOpen}
        accept={{ label: t('accept'), onAccept: () => onChange(true) }}
      />
    </div>
  );
}
