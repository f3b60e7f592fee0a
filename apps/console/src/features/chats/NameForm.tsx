import { useAction, useForm } from '@fairlead/calls';
import { Button, Field, toast } from '@fairlead/ui';
import { chatTexts } from './texts.ts';

const t = chatTexts.settings;
const NAME_MAX = 40;

/** By which name users see this operator. */
export function NameForm() {
  const form = useForm({ name: '' });
  const save = useAction('nameChat', {
    onSuccess: ({ operator }) => toast({ kind: 'good', text: t.named(operator) }),
    onError: form.refuse,
  });
  return (
    <form
      className="con-section"
      {...form.props(({ name }) => save.run(name.trim() === '' ? {} : { name: name.trim() }))}
    >
      <h2>{t.name}</h2>
      <Field
        label={t.name}
        labelHidden
        maxLength={NAME_MAX}
        hint={t.nameHint}
        {...form.text('name')}
      />
      <Button type="submit" size={44} busy={save.isRunning}>
        {t.save}
      </Button>
    </form>
  );
}
