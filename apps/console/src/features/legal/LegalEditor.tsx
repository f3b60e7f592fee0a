import { useAction } from '@fairlead/calls';
import { LANGUAGE_NAMES, type Language } from '@fairlead/contract/constants';
import { Article, Button, Confirm, Field, Note, TextArea, toast } from '@fairlead/ui';
import { useState } from 'react';
import { useMay } from '../../data/acts.ts';
import { ArticleEditor } from '../../editor/ArticleEditor.tsx';
import { sharedTexts } from '../../parts/texts.ts';
import {
  changedLanguages,
  draftsOf,
  type LegalDraft,
  type LegalRow,
  legalProblems,
  requestOf,
  wrongLanguages,
} from './model.ts';
import { legalTexts as t } from './texts.ts';

export interface LegalEditorProps {
  row: LegalRow;
  onClose: () => void;
}

/** One legal text in its languages, with what users will read beside it. */
export function LegalEditor({ row, onClose }: LegalEditorProps) {
  const [drafts, setDrafts] = useState(() => draftsOf(row));
  const [lang, setLang] = useState<Language>('en');
  const [isChecked, setChecked] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const mayEdit = useMay('saveLegal');
  const changed = changedLanguages(drafts);
  const draft = drafts[lang];
  const save = useAction('saveLegal', {
    invalidates: ['operatorLegal', 'system'],
    onSuccess: ({ slug, version }) => {
      toast({ text: t.saved(t.names[slug], version) });
      onClose();
    },
  });
  const submit = () => {
    setChecked(true);
    const [first] = wrongLanguages(drafts);
    if (first !== undefined) setLang(first);
    else setSaving(true);
  };
  const change = (part: Partial<LegalDraft>) =>
    setDrafts({ ...drafts, [lang]: { ...draft, ...part, isChanged: true } });
  return (
    <ArticleEditor
      title={t.names[row.slug]}
      sub={t.version(row.version)}
      isChanged={changed.length > 0}
      isAsking={isSaving}
      readsOnly={mayEdit ? undefined : t.readsOnly}
      lang={lang}
      onLanguage={setLang}
      markOf={(each) => <Mark draft={drafts[each]} />}
      actions={
        mayEdit && (
          <Button
            size={44}
            variant="main"
            busy={save.isRunning}
            disabled={changed.length === 0}
            onClick={submit}
          >
            {t.save}
          </Button>
        )
      }
      note={<Placeholder draft={draft} mayEdit={mayEdit} onUse={() => change({})} />}
      fields={<Fields draft={draft} isChecked={isChecked} mayEdit={mayEdit} onChange={change} />}
      preview={
        <>
          <p className="con-preview-title">{draft.title}</p>
          <Article body={draft.body} />
        </>
      }
      onClose={onClose}
    >
      <Confirm
        open={isSaving}
        onOpenChange={setSaving}
        title={t.confirm(t.names[row.slug])}
        cancelLabel={sharedTexts.cancel}
        confirmLabel={t.save}
        onConfirm={() => {
          setSaving(false);
          void save.run(requestOf(row.slug, drafts));
        }}
      >
        {t.confirmText(changed.map((each) => LANGUAGE_NAMES[each]).join(', '))}
      </Confirm>
    </ArticleEditor>
  );
}

function Mark({ draft: { isChanged, isPlaceholder } }: { draft: LegalDraft }) {
  if (isChanged) return <small className="text-brand"> {t.changed}</small>;
  return isPlaceholder && <small className="text-warn"> {t.placeholder}</small>;
}

interface PlaceholderProps {
  draft: LegalDraft;
  mayEdit: boolean;
  onUse: () => void;
}

function Placeholder({ draft, mayEdit, onUse }: PlaceholderProps) {
  if (!draft.isPlaceholder || draft.isChanged) return null;
  return (
    <Note kind="warn" className="mt-3">
      {t.isPlaceholder} {t.fallback}{' '}
      {mayEdit && (
        <button type="button" className="font-medium text-brand" onClick={onUse}>
          {t.useIt}
        </button>
      )}
    </Note>
  );
}

interface FieldsProps {
  draft: LegalDraft;
  isChecked: boolean;
  mayEdit: boolean;
  onChange: (part: Partial<LegalDraft>) => void;
}

function Fields({ draft, isChecked, mayEdit, onChange }: FieldsProps) {
  const problems = isChecked && draft.isChanged ? legalProblems(draft) : {};
  return (
    <>
      <Field
        label={t.fields.title}
        maxLength={120}
        readOnly={!mayEdit}
        value={draft.title}
        error={problems.title}
        onChange={(event) => onChange({ title: event.target.value })}
      />
      <TextArea
        label={t.fields.body}
        rows={16}
        maxLength={40_000}
        hint={t.bodyHint}
        className="con-body-field"
        readOnly={!mayEdit}
        value={draft.body}
        error={problems.body}
        onChange={(event) => onChange({ body: event.target.value })}
      />
    </>
  );
}
