import { useAction, useApi } from '@fairlead/calls';
import { Confirm, IconButton, SettingRow, Sheet, toast } from '@fairlead/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { callApi } from '../../data/calls/api.ts';
import { errorText } from '../../data/calls/error-text.ts';
import { queryClient } from '../../data/calls/query.ts';
import { saveFile } from '../../data/save-file.ts';
import { shareText } from '../../data/share-link.ts';
import { useCopy } from '../../data/use-copy.ts';
import { THREAD_KEY } from './thread-cache.ts';

/** What can be done with the conversation as a whole. Nothing while there is none. */
export function ChatMenu() {
  const t = useTranslations('chat');
  const common = useTranslations('common');
  const conversation = useApi('chat', {}).data?.conversation;
  const [isOpen, setOpen] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const transcript = useTranscript();
  if (conversation === undefined) return null;
  return (
    <>
      <IconButton icon="more" label={t('menu')} onClick={() => setOpen(true)} />
      <Sheet open={isOpen} onOpenChange={setOpen} title={t('log')} closeLabel={common('close')}>
        <ul className="fl-list -mx-4">
          <li>
            <SettingRow icon="download" label={t('save')} onClick={() => void transcript.save()} />
          </li>
          <li>
            <SettingRow icon="share" label={t('share')} onClick={() => void transcript.share()} />
          </li>
          {conversation.status !== 'closed' && (
            <li>
              <SettingRow
                icon="check"
                label={t('close')}
                onClick={() => {
                  setOpen(false);
                  setAsking(true);
                }}
              />
            </li>
          )}
        </ul>
      </Sheet>
      <CloseQuestion open={isAsking} onOpenChange={setAsking} />
    </>
  );
}

interface CloseQuestionProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

function CloseQuestion({ open, onOpenChange }: CloseQuestionProps) {
  const t = useTranslations('chat');
  const close = useAction('closeChat', {
    onSuccess: (state) => {
      onOpenChange(false);
      queryClient.setQueryData(['chat', {}], state);
      void queryClient.invalidateQueries({ queryKey: THREAD_KEY });
    },
  });
  return (
    <Confirm
      open={open}
      onOpenChange={onOpenChange}
      title={t('closeTitle')}
      cancelLabel={t('closeKeep')}
      confirmLabel={t('close')}
      busy={close.isRunning}
      onConfirm={() => void close.run({})}
    >
      <p className="mt-2 text-secondary">{t('closeDetail')}</p>
    </Confirm>
  );
}

/** The transcript, with times in the reader's zone. */
function useTranscript() {
  const copy = useCopy();
  const load = async () => {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    try {
      return await callApi('chatTranscript', { time_zone: timeZone });
    } catch (error) {
      toast({ kind: 'bad', text: errorText(error) });
      return undefined;
    }
  };
  return {
    save: async () => {
      const written = await load();
      if (written !== undefined)
        saveFile(written.filename, written.text, 'text/plain;charset=utf-8');
    },
    share: async () => {
      const written = await load();
      if (written !== undefined && (await shareText(written)) === 'unsupported')
        await copy(written.text);
    },
  };
}
