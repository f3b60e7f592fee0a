import type { Office } from '@fairlead/contract';
import { Button, Confirm, Field, Note, TextArea, toast } from '@fairlead/ui';
import { useId, useState } from 'react';
import { useMay } from '../../data/acts.ts';
import { useAction } from '../../data/use-action.ts';
import { Panel } from '../../parts/Panel.tsx';
import { officeTexts as t } from '../../texts/offices.ts';
import { sharedTexts } from '../../texts/shared.ts';
import {
  FIELD_MAX,
  OFFICE_FIELDS,
  type OfficeField,
  officeDraft,
  officeProblems,
  officeRequest,
} from './model.ts';

export interface OfficePanelProps {
  /** Undefined for a new one. */
  office: Office | undefined;
  onClose: () => void;
}

/** One office: its fields, saving and deleting. */
export function OfficePanel({ office, onClose }: OfficePanelProps) {
  const [draft, setDraft] = useState(() => officeDraft(office));
  const [problems, setProblems] = useState<Partial<Record<OfficeField, string>>>({});
  const [isDeleting, setDeleting] = useState(false);
  const mayEdit = useMay('saveOffice');
  const formId = useId();
  const save = useAction('saveOffice', {
    invalidates: ['operatorOffices'],
    onSuccess: (_answer, { name }) => {
      toast({ text: t.saved(name) });
      onClose();
    },
    onError: ({ fields }) => {
      setProblems(fields);
      return Object.keys(fields).length > 0;
    },
  });
  const remove = useAction('deleteOffice', {
    invalidates: ['operatorOffices'],
    onSuccess: () => {
      toast({ text: t.removed(draft.name) });
      onClose();
    },
  });
  const submit = () => {
    const found = officeProblems(draft);
    setProblems(found);
    if (Object.keys(found).length === 0) void save.run(officeRequest(office?.id, draft));
  };
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
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        {OFFICE_FIELDS.map((field) => (
          <OfficeInput
            key={field}
            field={field}
            value={draft[field]}
            error={problems[field]}
            isReadOnly={!mayEdit}
            onChange={(value) => setDraft({ ...draft, [field]: value })}
          />
        ))}
      </form>
      <Confirm
        open={isDeleting}
        onOpenChange={setDeleting}
        title={t.removeTitle(draft.name)}
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

interface OfficeInputProps {
  field: OfficeField;
  value: string;
  error: string | undefined;
  isReadOnly: boolean;
  onChange: (value: string) => void;
}

function OfficeInput({ field, value, error, isReadOnly, onChange }: OfficeInputProps) {
  const shared = {
    label: t.fields[field],
    hint: t.hints[field] || undefined,
    error,
    maxLength: FIELD_MAX[field],
    readOnly: isReadOnly,
    value,
  };
  if (field === 'address')
    return <TextArea {...shared} rows={3} onChange={(event) => onChange(event.target.value)} />;
  const isCountry = field === 'country';
  return (
    <Field
      {...shared}
      {...(isCountry && { autoCapitalize: 'characters' })}
      onChange={(event) =>
        onChange(isCountry ? event.target.value.toUpperCase() : event.target.value)
      }
    />
  );
}
