import { Button, Field, toast } from '@fairlead/ui';
import { useState } from 'react';
import { useAction } from '../../data/use-action.ts';
import { chatTexts } from '../../texts/chats.ts';

const t = chatTexts.settings;
const NAME_MAX = 40;

/** By which name users see this operator. */
export function NameForm() {
  const [name, setName] = useState('');
  const save = useAction('nameChat', {
    onSuccess: ({ operator }) => toast({ kind: 'good', text: t.named(operator) }),
  });
  const text = name.trim();
  return (
    <form
      className="con-section"
      onSubmit={(event) => {
        event.preventDefault();
        void save.run(text === '' ? {} : { name: text });
      }}
    >
      <h2>{t.name}</h2>
      <Field
        label={t.name}
        labelHidden
        value={name}
        maxLength={NAME_MAX}
        hint={t.nameHint}
        onChange={(event) => setName(event.target.value)}
      />
      <Button type="submit" size={44} busy={save.isRunning}>
        {t.save}
      </Button>
    </form>
  );
}
