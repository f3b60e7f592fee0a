import type { OperatorNews } from '@fairlead/contract';
import { LANGUAGES, type Language } from '@fairlead/contract/constants';
import { Article, Button, Confirm, Field, Note, Tabs, TextArea, toast } from '@fairlead/ui';
import { useEffect, useState } from 'react';
import { useShortcuts } from '../../app/shortcuts.ts';
import { useMay } from '../../data/acts.ts';
import { useAction } from '../../data/use-action.ts';
import { serverNow } from '../../data/use-config.ts';
import { timeOf } from '../../parts/moment.ts';
import { PageFrame } from '../../parts/PageFrame.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { SelectField } from '../../parts/SelectField.tsx';
import { ReasonForm } from '../../queue/ReasonForm.tsx';
import { newsTexts as t } from '../../texts/news.ts';
import { sharedTexts } from '../../texts/shared.ts';
import {
  CATEGORIES,
  type Category,
  type Draft,
  draftOf,
  isEmpty,
  requestOf,
  type Text,
  TOPICS,
  textProblems,
  titleOf,
  wrongLanguages,
} from './model.ts';

export interface NewsEditorProps {
  /** Undefined for a new one. */
  article: OperatorNews | undefined;
  category: Category;
  onClose: () => void;
}

/** One article in its languages, with what users will see beside it. */
export function NewsEditor({ article, category, onClose }: NewsEditorProps) {
  const [kept] = useState(() => draftOf(article, { category, nowMs: serverNow() }));
  const [draft, setDraft] = useState(kept);
  const [lang, setLang] = useState<Language>('en');
  const [isChecked, setChecked] = useState(false);
  const [dialog, setDialog] = useState<'leave' | 'delete'>();
  const mayEdit = useMay('saveNews');
  const close = () => (draft === kept ? onClose() : setDialog('leave'));
  useShortcuts({ Escape: close }, dialog === undefined);
  useUnloadWarning(draft !== kept);
  const save = useAction('saveNews', {
    invalidates: ['operatorNews'],
    onSuccess: ({ id }) => {
      toast({ text: t.saved(id) });
      onClose();
    },
  });
  const wrong = wrongLanguages(draft);
  const published = timeOf(draft.published);
  const submit = () => {
    setChecked(true);
    const [first] = wrong;
    if (first !== undefined) setLang(first);
    else if (published !== undefined) void save.run(requestOf(article?.id, draft));
  };
  const setText = (part: Partial<Text>) =>
    setDraft({ ...draft, texts: { ...draft.texts, [lang]: { ...draft.texts[lang], ...part } } });
  return (
    <PageFrame
      title={article === undefined ? t.add[category] : titleOf(article) || t.edit(article.id)}
      sub={article && t.edit(article.id)}
      actions={
        <Buttons
          canDelete={article !== undefined}
          isSaving={save.isRunning}
          onBack={close}
          onDelete={() => setDialog('delete')}
          onSave={submit}
        />
      }
      panel={
        dialog === 'delete' &&
        article && (
          <DeletePanel id={article.id} onBack={() => setDialog(undefined)} onDone={onClose} />
        )
      }
    >
      {!mayEdit && <Note className="mt-3">{t.readsOnly}</Note>}
      <Head draft={draft} isChecked={isChecked} onChange={setDraft} />
      <Languages
        draft={draft}
        lang={lang}
        isChecked={isChecked}
        onLanguage={setLang}
        onChange={setText}
      />
      <Confirm
        open={dialog === 'leave'}
        onOpenChange={(isOpen) => setDialog(isOpen ? 'leave' : undefined)}
        title={t.unsaved}
        cancelLabel={t.stay}
        confirmLabel={t.leave}
        variant="danger"
        onConfirm={onClose}
      >
        {t.unsavedText}
      </Confirm>
    </PageFrame>
  );
}

interface LanguagesProps {
  draft: Draft;
  lang: Language;
  isChecked: boolean;
  onLanguage: (lang: Language) => void;
  onChange: (part: Partial<Text>) => void;
}

/** A tab for each language: its text, and what users make of it. */
function Languages({ draft, lang, isChecked, onLanguage, onChange }: LanguagesProps) {
  const wrong = isChecked ? wrongLanguages(draft) : [];
  return (
    <>
      <Tabs
        label={t.languagesLabel}
        value={lang}
        items={LANGUAGES.map((value) => ({
          value,
          label: <LanguageTab lang={value} draft={draft} isWrong={wrong.includes(value)} />,
        }))}
        onValueChange={onLanguage}
      />
      <div className="con-editor">
        <TextFields
          text={draft.texts[lang]}
          problems={isChecked ? textProblems(lang, draft.texts[lang]) : {}}
          onChange={onChange}
        />
        <Preview text={draft.texts[lang]} />
      </div>
    </>
  );
}

interface ButtonsProps {
  canDelete: boolean;
  isSaving: boolean;
  onBack: () => void;
  onDelete: () => void;
  onSave: () => void;
}

function Buttons({ canDelete, isSaving, onBack, onDelete, onSave }: ButtonsProps) {
  const mayEdit = useMay('saveNews');
  const mayDelete = useMay('deleteNews');
  return (
    <>
      <Button size={44} onClick={onBack}>
        {sharedTexts.back}
      </Button>
      {mayDelete && canDelete && (
        <Button size={44} variant="danger" onClick={onDelete}>
          {t.remove}
        </Button>
      )}
      {mayEdit && (
        <Button size={44} variant="main" busy={isSaving} onClick={onSave}>
          {t.save}
        </Button>
      )}
    </>
  );
}

/** The browser asks before the tab closes over unsaved work. */
function useUnloadWarning(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isOn]);
}

interface HeadProps {
  draft: Draft;
  isChecked: boolean;
  onChange: (draft: Draft) => void;
}

function Head({ draft, isChecked, onChange }: HeadProps) {
  const isMissing = timeOf(draft.published) === undefined;
  return (
    <div className="con-editor-head">
      <SelectField
        label={t.fields.category}
        value={draft.category}
        options={CATEGORIES.map((value) => [value, t.tabs[value]] as const)}
        onChange={(value) =>
          onChange({
            ...draft,
            category: CATEGORIES.find((each) => each === value) ?? draft.category,
          })
        }
      />
      {draft.category === 'help' && (
        <SelectField
          label={t.fields.topic}
          value={draft.topic}
          options={TOPICS.map((value) => [value, t.topics[value]] as const)}
          onChange={(value) =>
            onChange({ ...draft, topic: TOPICS.find((each) => each === value) ?? draft.topic })
          }
        />
      )}
      <Field
        type="datetime-local"
        label={t.fields.published}
        hint={t.publishedHint}
        error={isChecked && isMissing ? t.problems.published : undefined}
        value={draft.published}
        onChange={(event) => onChange({ ...draft, published: event.target.value })}
      />
    </div>
  );
}

interface LanguageTabProps {
  lang: Language;
  draft: Draft;
  isWrong: boolean;
}

/** A language, and whether its text is missing or wrong. */
function LanguageTab({ lang, draft, isWrong }: LanguageTabProps) {
  const isMissing = isEmpty(draft.texts[lang]);
  return (
    <>
      {t.languages[lang]}
      {isWrong && <small className="text-bad"> {t.wrong}</small>}
      {!isWrong && isMissing && <small className="text-muted"> {t.missing}</small>}
    </>
  );
}

interface TextFieldsProps {
  text: Text;
  problems: Partial<Record<keyof Text, string>>;
  onChange: (part: Partial<Text>) => void;
}

function TextFields({ text, problems, onChange }: TextFieldsProps) {
  return (
    <div className="con-form content-start">
      <Field
        label={t.fields.title}
        maxLength={200}
        value={text.title}
        error={problems.title}
        onChange={(event) => onChange({ title: event.target.value })}
      />
      <TextArea
        label={t.fields.summary}
        rows={2}
        maxLength={500}
        value={text.summary}
        error={problems.summary}
        onChange={(event) => onChange({ summary: event.target.value })}
      />
      <TextArea
        label={t.fields.body}
        rows={16}
        maxLength={50_000}
        hint={t.bodyHint}
        className="con-body-field"
        value={text.body}
        error={problems.body}
        onChange={(event) => onChange({ body: event.target.value })}
      />
    </div>
  );
}

/** What the app's reader makes of it: the same component. */
function Preview({ text }: { text: Text }) {
  return (
    <section className="con-preview" aria-label={t.preview}>
      <p className="text-12 text-muted">{t.preview}</p>
      {isEmpty(text) ? (
        <p className="mt-4 text-muted">{t.previewEmpty}</p>
      ) : (
        <>
          <p className="con-preview-title">{text.title}</p>
          {text.summary.trim() !== '' && <p className="text-muted">{text.summary}</p>}
          <Article body={text.body} />
        </>
      )}
    </section>
  );
}

interface DeletePanelProps {
  id: number;
  onBack: () => void;
  onDone: () => void;
}

function DeletePanel({ id, onBack, onDone }: DeletePanelProps) {
  const { run, isRunning } = useAction('deleteNews', {
    invalidates: ['operatorNews'],
    onSuccess: () => {
      toast({ text: t.removed(id) });
      onDone();
    },
  });
  return (
    <Panel title={t.removeSubmit(id)} onClose={onBack}>
      <ReasonForm
        submitLabel={t.remove}
        hint={t.removeHint}
        isDanger
        isBusy={isRunning}
        onBack={onBack}
        onSubmit={(reason) => run({ id, reason })}
      />
    </Panel>
  );
}
