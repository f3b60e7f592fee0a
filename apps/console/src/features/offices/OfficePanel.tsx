import { useAction, useForm } from '@fairlead/calls';
import type { Office } from '@fairlead/contract';
import { Button, Confirm, Field, Note, TextArea, toast } from '@fairlead/ui';
import { type ChangeEvent, useId, useState } from 'react';
import { useMay } from '../../data/acts.ts';
import { Panel } from '../../parts/Panel.tsx';
import { sharedTexts } from '../../parts/texts.ts';
import { FIELD_MAX, OFFICE_FIELDS, officeDraft, officeProblems, officeRequest } from './model.ts';
import { officeTexts as t } from './texts.ts';

export interface OfficePanelProps {
  /** Undefined for a new one. */
  office: Office | undefined;
  onClose: () => void;
}

/** One office: its fields, saving and deleting. */
export function OfficePanel({ office, onClose }: OfficePanelProps) {
  const form = useForm(() => officeDraft(office), { check: officeProblems });
  const [isDeleting, setDeleting] = useState(false);
  const mayEdit = useMay('saveOffice');
  const formId = useId();
  const save = useAction('saveOffice', {
    invalidates: ['operatorOffices'],
    onSuccess: (_answer, { name }) => {
      toast({ text: t.saved(name) });
      onClose();
    },
    onError: form.refuse,
  });
  const remove = useAction('deleteOffice', {
    invalidates: ['operatorOffices'],
    onSuccess: () => {
      toast({ text: t.removed(form.draft.name) });
      onClose();
    },
  });
  const buttons = (
    <div className="con-two">
      {office === undefined ? (
        <Button size={44} onClick={onClose}>
          {sharedTexts.cancel}
        </Button>
      ) : (
        <Button size={44} variant="danger" onClick={() => setDeleting(true)}>
          {t.remove}
        </Button>
      )}
      <Button type="submit" form={formId} variant="main" size={44} busy={save.isRunning}>
        {t.save}
      </Button>
    </div>
  );
  return (
    <Panel
      title={office === undefined ? t.add : t.edit(office.id)}
      onClose={onClose}
      footer={mayEdit && buttons}
    >
      {!mayEdit && <Note>{t.readsOnly}</Note>}
      <form
        id={formId}
        className="con-form"
        {...form.props((draft) => save.run(officeRequest(office?.id, draft)))}
      >
        {OFFICE_FIELDS.map((field) => {
          const shared = {
            ...form.text(field),
            label: t.fields[field],
            hint: t.hints[field] || undefined,
            maxLength: FIELD_MAX[field],
            readOnly: !mayEdit,
          };
          if (field === 'address') return <TextArea key={field} {...shared} rows={3} />;
          const toUpper = {
            autoCapitalize: 'characters',
            onChange: (event: ChangeEvent<HTMLInputElement>) =>
              form.set({ country: event.target.value.toUpperCase() }),
          };
          return <Field key={field} {...shared} {...(field === 'country' && toUpper)} />;
        })}
      </form>
      <Confirm
        open={isDeleting}
        onOpenChange={setDeleting}
        title={t.removeTitle(form.draft.name)}
        cancelLabel={sharedTexts.cancel}
        confirmLabel={t.remove}
        variant="danger"
        onConfirm={() => office && void remove.run({ id: office.id })}
      >
        {t.removeText}
      </Confirm>
    </Panel>
  );
}
