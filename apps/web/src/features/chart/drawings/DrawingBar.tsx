import { DRAWING_POINTS, DRAWING_TEXT_MAX, DRAWINGS_MAX } from '@fairlead/contract/constants';
import { Button, Field, Sheet, toast } from '@fairlead/ui';
import { type KeyboardEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { FoldRow } from '../FoldRow.tsx';
import { ToolButton } from '../ToolButton.tsx';
import {
  clearDrawings,
  type Drawing,
  isFull,
  removeDrawing,
  TOOLS,
  type Tool,
  undoDrawing,
  useCanUndo,
} from './drawings.ts';
import { ToolMark } from './ToolMark.tsx';
import type { DrawingTools } from './use-drawing-tools.ts';

export interface DrawingBarProps {
  symbol: string;
  list: readonly Drawing[];
  tools: DrawingTools;
}

/** The tools in a row, what is to be done next, and what can be done with the chosen drawing. */
export function DrawingBar({ symbol, list, tools }: DrawingBarProps) {
  const t = useTranslations('chart.draw');
  const canUndo = useCanUndo(symbol);
  const [isWriting, setWriting] = useState(false);
  const selected = list.find(({ id }) => id === tools.selected);
  const choose = (tool: Tool, isByKey: boolean) => {
    if (isFull(symbol)) toast({ kind: 'bad', text: t('full', { max: String(DRAWINGS_MAX) }) });
    else if (tool === 'text') setWriting(true);
    else if (isByKey) tools.placeInMiddle({ tool });
    else tools.place(tools.pending?.tool === tool ? undefined : { tool });
  };
  const remove = () => {
    if (selected) removeDrawing(symbol, selected.id);
    tools.select(undefined);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && tools.pending) {
      event.preventDefault();
      tools.place(undefined);
    }
    if ((event.key === 'Delete' || event.key === 'Backspace') && selected) remove();
  };
  return (
    <div className="flex-none border-b border-hairline">
      <div className="flex items-start px-2">
        <FoldRow role="toolbar" label={t('open')} words="" onKeyDown={onKeyDown}>
          {TOOLS.map((tool) => (
            <button
              key={tool}
              type="button"
              className="grid h-11 w-10 flex-none place-items-center text-muted aria-pressed:text-brand"
              aria-label={t(tool)}
              aria-pressed={tools.pending?.tool === tool}
              onClick={(event) => choose(tool, event.detail === 0)}
            >
              <ToolMark tool={tool} />
            </button>
          ))}
          <i
            className="mx-1 h-4 w-px flex-none self-center bg-hairline-strong"
            aria-hidden="true"
          />
          <ToolButton
            icon="undo"
            label={t('undo')}
            disabled={!canUndo}
            onClick={() => undoDrawing(symbol)}
          />
          <ToolButton icon="close" label={t('remove')} disabled={!selected} onClick={remove} />
          <ToolButton
            icon="trash"
            label={t('clear')}
            disabled={list.length === 0}
            onClick={() => clearDrawings(symbol)}
          />
        </FoldRow>
      </div>
      <p className="gutter pb-1.5 text-12 text-muted" aria-live="polite">
        {hintOf(t, tools, selected)}
      </p>
      <TextSheet
        isOpen={isWriting}
        onClose={() => setWriting(false)}
        onWritten={(text) => tools.placeInMiddle({ tool: 'text', text })}
      />
    </div>
  );
}

type DrawTexts = ReturnType<typeof useTranslations<'chart.draw'>>;

function hintOf(t: DrawTexts, tools: DrawingTools, selected: Drawing | undefined): string {
  const { pending, pointCount } = tools;
  if (pending) {
    const isNext = pointCount > 0 && DRAWING_POINTS[pending.tool] > 1;
    return t(isNext ? 'tapNext' : 'tap', { tool: t(pending.tool) });
  }
  return selected ? t('chosen', { tool: t(selected.tool) }) : t('idle');
}

interface TextSheetProps {
  isOpen: boolean;
  onClose: () => void;
  onWritten: (text: string) => void;
}

function TextSheet({ isOpen, onClose, onWritten }: TextSheetProps) {
  const t = useTranslations('chart.draw');
  const common = useTranslations('common');
  const [text, setText] = useState('');
  const words = text.trim();
  return (
    <Sheet
      open={isOpen}
      onOpenChange={(open) => !open && onClose()}
      title={t('words')}
      closeLabel={common('close')}
    >
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (words === '') return;
          onWritten(words);
          setText('');
          onClose();
        }}
      >
        <Field
          label={t('text')}
          maxLength={DRAWING_TEXT_MAX}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Button variant="main" block type="submit" disabled={words === ''}>
          {t('write')}
        </Button>
      </form>
    </Sheet>
  );
}
