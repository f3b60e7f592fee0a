import { Field, Icon, Segment } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import type { WithdrawForm } from './use-withdraw.ts';
import { type RecipientDraft, recipientDraft, type Target } from './withdraw-model.ts';

const NAME_CHARACTERS_MAX = 80;

export interface RecipientProps {
  target: Target;
  form: WithdrawForm;
}

/** The user's own wallet, or another provider's; then which, and whom it knows by the address. */
export function Recipient({ target, form }: RecipientProps) {
  const t = useTranslations('recipient');
  const said = recipientDraft(form.draft, target);
  const say = (part: Partial<RecipientDraft>) => form.type({ recipient: { ...said, ...part } });
  const error = form.problemAt('recipient');
  const missing = (name: string) => (name.trim().length < 2 ? error : undefined);
  return (
    <div className="grid gap-4">
      <div>
        <p className="fl-label">{t('whose')}</p>
        <Segment
          label={t('whose')}
          value={said.wallet}
          options={[
            { value: 'own', label: t('own') },
            { value: 'provider', label: t('other') },
          ]}
          onValueChange={(wallet) => say({ wallet })}
        />
        {said.wallet !== 'provider' && error !== undefined && (
          <p className="fl-help" data-bad="" role="alert">
            <Icon name="warn" size={14} />
            <span>{error}</span>
          </p>
        )}
      </div>
      {said.wallet === 'provider' && (
        <>
          <Field
            label={t('provider')}
            maxLength={NAME_CHARACTERS_MAX}
            value={said.provider}
            error={missing(said.provider)}
            onChange={(event) => say({ provider: event.target.value })}
          />
          <Field
            label={t('beneficiary')}
            hint={t('told')}
            maxLength={NAME_CHARACTERS_MAX}
            value={said.beneficiary}
            error={missing(said.beneficiary)}
            onChange={(event) => say({ beneficiary: event.target.value })}
          />
        </>
      )}
    </div>
  );
}
