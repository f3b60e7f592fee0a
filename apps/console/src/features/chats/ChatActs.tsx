import { useAction } from '@fairlead/calls';
import type { ChatColleague, OperatorChat } from '@fairlead/contract';
import { Button, Confirm, IconButton, toast } from '@fairlead/ui';
import { type RefObject, useEffect, useState } from 'react';
import { useMay } from '../../data/acts.ts';
import { callApi } from '../../data/api.ts';
import { saveFile } from '../../data/download.ts';
import { errorText } from '../../data/query.ts';
import { useShortcuts } from '../../parts/shortcuts.ts';
import { sharedTexts } from '../../parts/texts.ts';
import { PassDialog } from './PassDialog.tsx';
import { chatTexts as t } from './texts.ts';

const READS = ['operatorChats', 'operatorChat', 'queueCounts'] as const;

export interface ChatActsProps {
  chat: OperatorChat;
  colleagues: readonly ChatColleague[];
  /** Gets the focus when the conversation was taken. */
  field: RefObject<HTMLTextAreaElement | null>;
}

/** Take, pass on, end, transcript: what this operator may do with it now. */
export function ChatActs({ chat, colleagues, field }: ChatActsProps) {
  const { id, status, user } = chat;
  const mayAnswer = useMay('takeChat');
  const [step, setStep] = useState<'pass' | 'end'>();
  const [isFocusWanted, setFocusWanted] = useState(false);
  const stop = () => setStep(undefined);
  const take = useAction('takeChat', {
    invalidates: READS,
    onSuccess: () => {
      toast({ kind: 'good', text: t.taken(user) });
      setFocusWanted(true);
    },
  });
  const end = useAction('endChat', {
    invalidates: READS,
    onSuccess: () => {
      toast({ text: t.ended });
      stop();
    },
  });
  const isTakeable = mayAnswer && (status === 'waiting' || chat.can_take === true);
  const isOwn = mayAnswer && status === 'active' && chat.is_mine;
  // The field is there as soon as the conversation has been read again.
  useEffect(() => {
    if (!isFocusWanted || !isOwn) return;
    setFocusWanted(false);
    field.current?.focus();
  }, [isFocusWanted, isOwn, field]);
  useShortcuts({ a: () => void take.run({ id }) }, isTakeable);
  return (
    <div className="con-chat-acts">
      <IconButton icon="download" label={t.transcript} onClick={() => void save(id)} />
      {isOwn && (
        <>
          <Button size={36} onClick={() => setStep('pass')}>
            {t.pass}
          </Button>
          <Button size={36} onClick={() => setStep('end')}>
            {t.end}
          </Button>
        </>
      )}
      {isTakeable && (
        <Button
          size={36}
          variant="main"
          busy={take.isRunning}
          onClick={() => void take.run({ id })}
        >
          {status === 'waiting' ? t.take : t.takeOver}
        </Button>
      )}
      <PassDialog chat={chat} colleagues={colleagues} open={step === 'pass'} onClose={stop} />
      <Confirm
        open={step === 'end'}
        onOpenChange={stop}
        title={t.endTitle}
        cancelLabel={sharedTexts.cancel}
        confirmLabel={t.end}
        busy={end.isRunning}
        onConfirm={() => void end.run({ id })}
      >
        <p className="mt-2 text-secondary">{t.endDetail}</p>
      </Confirm>
    </div>
  );
}

async function save(id: number): Promise<void> {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  try {
    const written = await callApi('operatorChatTranscript', { id, time_zone: timeZone });
    saveFile(written.filename, written.text, 'text/plain;charset=utf-8');
  } catch (error) {
    toast({ kind: 'bad', text: errorText(error) });
  }
}
