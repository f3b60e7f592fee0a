import { useAction } from '@fairlead/calls';
import type { OperatorNews } from '@fairlead/contract';
import type { Language } from '@fairlead/contract/constants';
import { Article, Button, Field, TextArea, toast } from '@fairlead/ui';
import { useState } from 'react';
import { useMay } from '../../data/acts.ts';
import { serverNow } from '../../data/use-config.ts';
import { ArticleEditor } from '../../editor/ArticleEditor.tsx';
import { timeOf } from '../../parts/moment.ts';
import { Panel } from '../../parts/Panel.tsx';
import { SelectField } from '../../parts/SelectField.tsx';
import { ReasonForm } from '../../queue/ReasonForm.tsx';
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
import { newsTexts as t } from './texts.ts';

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
  const [isDeleting, setDeleting] = useState(false);
  const mayEdit = useMay('saveNews');
  const mayDelete = useMay('deleteNews');
  const save = useAction('saveNews', {
    invalidates: ['operatorNews'],
    onSuccess: ({ id }) => {
      toast({ text: t.saved(id) });
      onClose();
    },
  });
  const wrong = wrongLanguages(draft);
  const text = draft.texts[lang];
  const submit = () => {
    setChecked(true);
    const [first] = wrong;
    if (first !== undefined) setLang(first);
    else if (timeOf(draft.published) !== undefined) void save.run(requestOf(article?.id, draft));
  };
  const setText = (part: Partial<Text>) =>
    setDraft({ ...draft, texts: { ...draft.texts, [lang]: { ...text, ...part } } });
  return (
    <ArticleEditor
      title={article === undefined ? t.add[category] : titleOf(article) || t.edit(article.id)}
      sub={article && t.edit(article.id)}
      isChanged={draft !== kept}
      warnsOnUnload
      isAsking={isDeleting}
      readsOnly={mayEdit ? undefined : t.readsOnly}
      lang={lang}
      onLanguage={setLang}
      markOf={(each) => (
        <Mark text={draft.texts[each]} isWrong={isChecked && wrong.includes(each)} />
      )}
      actions={
        <>
          {mayDelete && article !== undefined && (
            <Button size={44} variant="danger" onClick={() => setDeleting(true)}>
              {t.remove}
            </Button>
          )}
          {mayEdit && (
            <Button size={44} variant="main" busy={save.isRunning} onClick={submit}>
              {t.save}
            </Button>
          )}
        </>
      }
      panel={
        isDeleting &&
        article && (
          <DeletePanel id={article.id} onBack={() => setDeleting(false)} onDone={onClose} />
        )
      }
      head={<Head draft={draft} isChecked={isChecked} onChange={setDraft} />}
      fields={
        <TextFields
          text={text}
          problems={isChecked ? textProblems(lang, text) : {}}
          onChange={setText}
        />
      }
      preview={<Preview text={text} />}
      onClose={onClose}
    />
  );
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

/** Whether the text of a language is missing or wrong. */
function Mark({ text, isWrong }: { text: Text; isWrong: boolean }) {
  if (isWrong) return <small className="text-bad"> {t.wrong}</small>;
  return isEmpty(text) && <small className="text-muted"> {t.missing}</small>;
}

interface TextFieldsProps {
  text: Text;
  problems: Partial<Record<keyof Text, string>>;
  onChange: (part: Partial<Text>) => void;
}

function TextFields({ text, problems, onChange }: TextFieldsProps) {
  return (
    <>
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
    </>
  );
}

/** What the app's reader makes of it: the same component. */
function Preview({ text }: { text: Text }) {
  if (isEmpty(text)) return <p className="mt-4 text-muted">{t.previewEmpty}</p>;
  return (
    <>
      <p className="con-preview-title">{text.title}</p>
      {text.summary.trim() !== '' && <p className="text-muted">{text.summary}</p>}
      <Article body={text.body} />
    </>
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
