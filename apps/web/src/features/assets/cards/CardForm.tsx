import type { BankCard } from '@fairlead/contract';
import { Button, Field, Note } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { SecurityFields } from '../custody/SecurityFields.tsx';
import { CARD_GROUPS, type FieldSpec } from './card-model.ts';
import { useSaveCard } from './use-save-card.ts';

/** All that a bank asks for, then what proves that it is the owner who saves it. */
export function CardForm({ card }: { card: BankCard | undefined }) {
  const t = useTranslations('payees');
  const { form, send, canSave, isRunning } = useSaveCard(card);
  return (
    <form {...form.props(send)} className="gutter grid gap-4 pt-2 pb-6">
      <p className="text-secondary">{t('cardLead')}</p>
      {(Object.keys(CARD_GROUPS) as (keyof typeof CARD_GROUPS)[]).map((group) => (
        <Group key={group} group={group} card={card} form={form} />
      ))}
      <h2 className="pt-2 text-16 font-strong">{t('groups.confirm')}</h2>
      <SecurityFields field={form.value} />
      <Note>{t('cardNote')}</Note>
      <Button type="submit" variant="main" block disabled={!canSave} busy={isRunning}>
        {t('saveCard')}
      </Button>
    </form>
  );
}

interface GroupProps {
  group: keyof typeof CARD_GROUPS;
  card: BankCard | undefined;
  form: ReturnType<typeof useSaveCard>['form'];
}

function Group({ group, card, form }: GroupProps) {
  const t = useTranslations('payees');
  const fields: readonly FieldSpec[] = CARD_GROUPS[group];
  return (
    <>
      <h2 className="pt-2 text-16 font-strong">{t(`groups.${group}`)}</h2>
      {fields.map(({ name, autoComplete, max, isCode = false, inputMode }) => (
        <Field
          key={name}
          name={name}
          label={t(`card.${name}`)}
          autoComplete={autoComplete}
          maxLength={max}
          inputMode={inputMode}
          {...(isCode && { autoCapitalize: 'characters', autoCorrect: 'off', spellCheck: false })}
          placeholder={card !== undefined && isMasked(name) ? card[name] : undefined}
          {...form.text(name)}
        />
      ))}
    </>
  );
}

/** What the server never gives back whole. */
const isMasked = (name: FieldSpec['name']): boolean => name === 'card_number' || name === 'iban';
