import { useAction } from '@fairlead/calls';
import type { ChatColleague, OperatorChat } from '@fairlead/contract';
import { Button, Dialog, toast } from '@fairlead/ui';
import { useState } from 'react';
import { SelectField } from '../../parts/SelectField.tsx';
import { sharedTexts } from '../../parts/texts.ts';
import { chatTexts as t } from './texts.ts';

export interface PassDialogProps {
  chat: OperatorChat;
  colleagues: readonly ChatColleague[];
  open: boolean;
  onClose: () => void;
}

/** To somebody else, or back to the queue. */
export function PassDialog({ chat, colleagues, open, onClose }: PassDialogProps) {
  const [to, setTo] = useState('');
  const pass = useAction('passChat', {
    invalidates: ['operatorChats', 'operatorChat', 'queueCounts'],
    onSuccess: () => {
      toast({ text: t.passed });
      onClose();
    },
  });
  const { isRunning } = pass;
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      dismissible={!isRunning}
      title={t.passTitle}
      actions={
        <>
          <Button size={44} disabled={isRunning} onClick={onClose}>
            {sharedTexts.cancel}
          </Button>
          <Button
            size={44}
            variant="main"
            busy={isRunning}
            onClick={() =>
              void pass.run({ id: chat.id, ...(to !== '' && { operator_id: Number(to) }) })
            }
          >
            {t.pass}
          </Button>
        </>
      }
    >
      <div className="mt-3">
        <SelectField
          label={t.passTo}
          value={to}
          placeholder={t.queue}
          options={colleagues.map(({ id, name, active, is_here }) => [
            String(id),
            t.colleague(name, active, is_here !== false),
          ])}
          onChange={setTo}
        />
      </div>
    </Dialog>
  );
}
