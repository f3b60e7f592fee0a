import { Button } from '@fairlead/ui';
import { useMay } from '../../data/acts.ts';
import { CopyButton } from '../../parts/CopyButton.tsx';
import { MASKED_FIELDS, type MaskedField, type Revealed } from './model.ts';
import { userTexts as t } from './texts.ts';

export interface MaskedFieldsProps {
  /** Masked. */
  account: string;
  revealed: Revealed;
  onReveal: (field: MaskedField) => void;
}

/** What is masked, and what was unmasked for a reason while this record is open. */
export function MaskedFields({ account, revealed, onReveal }: MaskedFieldsProps) {
  const mayReveal = useMay('revealUser');
  return (
    <>
      <dl className="con-masked">
        {MASKED_FIELDS.map((field) => {
          const value = revealed.values[field];
          return (
            <div key={field}>
              <dt>{t.fields[field]}</dt>
              <dd>
                {value === undefined && (
                  <>
                    <span className="text-muted">{field === 'account' ? account : t.hidden}</span>
                    {mayReveal && (
                      <Button
                        variant="text"
                        size={36}
                        className="con-inline"
                        aria-label={t.revealTitle(t.fields[field])}
                        onClick={() => onReveal(field)}
                      >
                        {t.reveal}
                      </Button>
                    )}
                  </>
                )}
                {value === '' && <span className="text-muted">{t.nothing}</span>}
                {value !== undefined && value !== '' && (
                  <>
                    <span className="whitespace-pre-line">{value}</span>
                    <CopyButton text={value} />
                  </>
                )}
              </dd>
            </div>
          );
        })}
      </dl>
      {revealed.left !== undefined && (
        <p className="mt-2 text-12 text-muted" role="status">
          {t.left(revealed.left)}
        </p>
      )}
    </>
  );
}
