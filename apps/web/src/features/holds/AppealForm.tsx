import { useAction, useForm } from '@fairlead/calls';
import { Button, TextArea, toast } from '@fairlead/ui';
import { useTranslations } from 'use-intl';

const LENGTH_MIN = 3;
const LENGTH_MAX = 500;

/** What speaks against a hold: said once. */
export function AppealForm({ id }: { id: number }) {
  const t = useTranslations('holds');
  const form = useForm(
    { text: '' },
    { check: ({ text }) => ({ text: text.trim().length < LENGTH_MIN ? t('short') : undefined }) },
  );
  const send = useAction('appealHold', {
    invalidates: ['holds'],
    onSuccess: () => toast({ kind: 'good', text: t('sent') }),
    onError: form.refuse,
  });
  return (
    <form
      className="grid gap-3"
      {...form.props(({ text }) => void send.run({ id, text: text.trim() }))}
    >
      <TextArea
        label={t('appeal')}
        hint={t('hint')}
        rows={3}
        maxLength={LENGTH_MAX}
        {...form.text('text')}
      />
      <Button type="submit" block busy={send.isRunning}>
        {t('send')}
      </Button>
    </form>
  );
}
