import {
  LANGUAGE_NAMES,
  LANGUAGES,
  type Language,
  plainTag,
  textDirectionOf,
} from '@fairlead/contract/constants';
import { Button, Confirm, Note, Tabs } from '@fairlead/ui';
import { type ReactNode, useEffect, useState } from 'react';
import { PageFrame, type PageFrameProps } from '../parts/PageFrame.tsx';
import { useShortcuts } from '../parts/shortcuts.ts';
import { sharedTexts } from '../parts/texts.ts';
import { editorTexts as t } from './texts.ts';

export interface ArticleEditorProps extends Pick<PageFrameProps, 'title' | 'sub' | 'panel'> {
  /** Something was changed: nobody leaves without being asked. */
  isChanged: boolean;
  /** The browser asks as well, before the tab closes. */
  warnsOnUnload?: boolean;
  /** Another dialog is open: Esc is its own. */
  isAsking: boolean;
  /** Said to who may only read. */
  readsOnly: string | undefined;
  lang: Language;
  onLanguage: (lang: Language) => void;
  /** Behind the name of a language: missing, wrong, changed. */
  markOf: (lang: Language) => ReactNode;
  /** Beside the way back. */
  actions: ReactNode;
  /** Over the languages. */
  head?: ReactNode;
  /** Over the text of the language. */
  note?: ReactNode;
  fields: ReactNode;
  /** What users make of it. */
  preview: ReactNode;
  onClose: () => void;
  /** Further dialogs. */
  children?: ReactNode;
}

/** A text in its languages: its fields, and beside them what users will read. */
export function ArticleEditor(props: ArticleEditorProps) {
  const { isChanged, isAsking, readsOnly, lang, onLanguage, markOf, onClose } = props;
  const [isLeaving, setLeaving] = useState(false);
  const direction = textDirectionOf(plainTag(lang));
  const close = () => (isChanged ? setLeaving(true) : onClose());
  useShortcuts({ Escape: close }, !isLeaving && !isAsking);
  useUnloadWarning(isChanged && props.warnsOnUnload === true);
  return (
    <PageFrame
      title={props.title}
      sub={props.sub}
      actions={
        <>
          <Button size={44} onClick={close}>
            {sharedTexts.back}
          </Button>
          {props.actions}
        </>
      }
      panel={props.panel}
    >
      {readsOnly !== undefined && <Note className="mt-3">{readsOnly}</Note>}
      {props.head}
      <Tabs
        label={t.languagesLabel}
        value={lang}
        items={LANGUAGES.map((value) => ({
          value,
          label: (
            <>
              {LANGUAGE_NAMES[value]}
              {markOf(value)}
            </>
          ),
        }))}
        onValueChange={onLanguage}
      />
      <p className="mt-2 text-12 text-muted">{t.languagesNote(LANGUAGES.length)}</p>
      {props.note}
      <div className="con-editor">
        <div className="con-form content-start" dir={direction}>
          {props.fields}
        </div>
        <section className="con-preview" aria-label={t.preview}>
          <p className="text-12 text-muted">{t.preview}</p>
          <div className="contents" lang={plainTag(lang)} dir={direction}>
            {props.preview}
          </div>
        </section>
      </div>
      <Confirm
        open={isLeaving}
        onOpenChange={setLeaving}
        title={t.unsaved}
        cancelLabel={t.stay}
        confirmLabel={t.leave}
        variant="danger"
        onConfirm={onClose}
      >
        {t.unsavedText}
      </Confirm>
      {props.children}
    </PageFrame>
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
