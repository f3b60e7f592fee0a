import { LANGUAGES, type Language } from '@fairlead/contract/constants';
import { Article, Button, Confirm, Field, Note, Tabs, TextArea, toast } from '@fairlead/ui';
import { useState } from 'react';
import { useShortcuts } from '../../app/shortcuts.ts';
import { useMay } from '../../data/acts.ts';
import { useAction } from '../../data/use-action.ts';
import { PageFrame } from '../../parts/PageFrame.tsx';
import { legalTexts as t } from '../../texts/legal.ts';
import { newsTexts } from '../../texts/news.ts';
import { sharedTexts } from '../../texts/shared.ts';
import {
  changedLanguages,
  draftsOf,
  type LegalDraft,
  type LegalDrafts,
  type LegalRow,
  legalProblems,
  requestOf,
  wrongLanguages,
} from './model.ts';

export interface LegalEditorProps {
  row: LegalRow;
  onClose: () => void;
}

/** One legal text in its languages, with what users will read beside it. */
export function LegalEditor({ row, onClose }: LegalEditorProps) {
  const [drafts, setDrafts] = useState(() => draftsOf(row));
  const [lang, setLang] = useState<Language>('en');
  const [isChecked, setChecked] = useState(false);
  const [dialog, setDialog] = useState<'leave' | 'save'>();
  const mayEdit = useMay('saveLegal');
  const changed = changedLanguages(drafts);
  const close = () => (changed.length === 0 ? onClose() : setDialog('leave'));
  useShortcuts({ Escape: close }, dialog === undefined);
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
    else setDialog('save');
  };
  const change = (part: Partial<LegalDraft>) =>
    setDrafts({ ...drafts, [lang]: { ...drafts[lang], ...part, isChanged: true } });
  return (
    <PageFrame
      title={t.names[row.slug]}
      sub={t.version(row.version)}
      actions={
        <>
          <Button size={44} onClick={close}>
            {sharedTexts.back}
          </Button>
          {mayEdit && (
            <Button
              size={44}
              variant="main"
              busy={save.isRunning}
              disabled={changed.length === 0}
              onClick={submit}
            >
              {t.save}
            </Button>
          )}
        </>
      }
    >
      {!mayEdit && <Note className="mt-3">{t.readsOnly}</Note>}
      <LanguageTabs drafts={drafts} lang={lang} onLanguage={setLang} />
      <TextOf draft={drafts[lang]} isChecked={isChecked} mayEdit={mayEdit} onChange={change} />
      <Dialogs
        dialog={dialog}
        name={t.names[row.slug]}
        languages={changed}
        onClose={() => setDialog(undefined)}
        onLeave={onClose}
        onSave={() => void save.run(requestOf(row.slug, drafts))}
      />
    </PageFrame>
  );
}

interface LanguageTabsProps {
  drafts: LegalDrafts;
  lang: Language;
  onLanguage: (lang: Language) => void;
}

function LanguageTabs({ drafts, lang, onLanguage }: LanguageTabsProps) {
  const mark = ({ isChanged, isPlaceholder }: LegalDraft) => {
    if (isChanged) return <small className="text-brand"> {t.changed}</small>;
    return isPlaceholder && <small className="text-warn"> {t.placeholder}</small>;
  };
  return (
    <Tabs
      label={t.languagesLabel}
      value={lang}
      items={LANGUAGES.map((value) => ({
        value,
        label: (
          <>
            {newsTexts.languages[value]}
            {mark(drafts[value])}
          </>
        ),
      }))}
      onValueChange={onLanguage}
    />
  );
}

interface TextOfProps {
  draft: LegalDraft;
  isChecked: boolean;
  mayEdit: boolean;
  onChange: (part: Partial<LegalDraft>) => void;
}

function TextOf({ draft, isChecked, mayEdit, onChange }: TextOfProps) {
  const problems = isChecked && draft.isChanged ? legalProblems(draft) : {};
  return (
    <>
      {draft.isPlaceholder && !draft.isChanged && (
        <Note kind="warn" className="mt-3">
          {t.isPlaceholder} {t.fallback}{' '}
          {mayEdit && (
            <button type="button" className="font-medium text-brand" onClick={() => onChange({})}>
              {t.useIt}
            </button>
          )}
        </Note>
      )}
      <div className="con-editor">
        <div className="con-form content-start">
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
        </div>
        <section className="con-preview" aria-label={t.preview}>
          <p className="text-12 text-muted">{t.preview}</p>
          <p className="con-preview-title">{draft.title}</p>
          <Article body={draft.body} />
        </section>
      </div>
    </>
  );
}

interface DialogsProps {
  dialog: 'leave' | 'save' | undefined;
  name: string;
  languages: readonly Language[];
  onClose: () => void;
  onLeave: () => void;
  onSave: () => void;
}

function Dialogs({ dialog, name, languages, onClose, onLeave, onSave }: DialogsProps) {
  const names = languages.map((lang) => newsTexts.languages[lang]).join(', ');
  const onOpenChange = (isOpen: boolean) => !isOpen && onClose();
  return (
    <>
      <Confirm
        open={dialog === 'leave'}
        onOpenChange={onOpenChange}
        title={t.unsaved}
        cancelLabel={t.stay}
        confirmLabel={t.leave}
        variant="danger"
        onConfirm={onLeave}
      >
        {t.unsavedText}
      </Confirm>
      <Confirm
        open={dialog === 'save'}
        onOpenChange={onOpenChange}
        title={t.confirm(name)}
        cancelLabel={sharedTexts.cancel}
        confirmLabel={t.save}
        onConfirm={() => {
          onClose();
          onSave();
        }}
      >
        {t.confirmText(names)}
      </Confirm>
    </>
  );
}
