import { useAction } from '@fairlead/calls';
import { Button, Field, KeyValues, Note, toast } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { ProofFields, type ProofValues, proofOf, useProofForm } from './Proof.tsx';

const WORD_LENGTH_MAX = 40;
const WORD = /^[\p{L}\p{M}\p{N} ]{3,40}$/u;

/** The word by which the user knows our mail: set, changed, taken away. */
export function MailWord({ word }: { word: string | undefined }) {
  const t = useTranslations('security.mailWord');
  const state = useProofForm(word ?? '', (text) => (WORD.test(text) ? undefined : t('invalid')));
  const { form, lock } = state;
  const save = useAction('saveMailWord', {
    invalidates: ['security'],
    onSuccess: () => {
      toast({ kind: 'good', text: t('saved') });
      form.set({ password: '', otp: '' });
    },
    onError: (error) => lock.take(error) || form.refuse(error),
  });
  const send = (values: ProofValues) => save.run({ word: values.name.trim(), ...proofOf(values) });
  return (
    <form {...form.props(send)} className="grid gap-5 gutter pt-1 pb-8">
      <p className="text-secondary">{t('lead')}</p>
      {word !== undefined && <KeyValues rows={[{ id: 'word', label: t('now'), value: word }]} />}
      <Field
        size={52}
        label={t('word')}
        hint={t('hint')}
        autoComplete="off"
        maxLength={WORD_LENGTH_MAX}
        {...form.text('name')}
        disabled={save.isRunning}
      />
      <ProofFields state={state} isBusy={save.isRunning} />
      <Note kind="plain">{t('note')}</Note>
      <Button type="submit" variant="main" block busy={save.isRunning} disabled={lock.isLocked}>
        {t('save')}
      </Button>
    </form>
  );
}
