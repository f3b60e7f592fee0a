import { useApi } from '@fairlead/calls';
import { buttonLook, EmptyState } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { Screen } from '../../../app/Screen.tsx';
import { ChatMenu } from '../../../features/chat/ChatMenu.tsx';
import { ChatRoom } from '../../../features/chat/ChatRoom.tsx';
import { useChatEntry } from '../../../features/chat/use-chat-entry.ts';

/** Online chat: a conversation with a person. */
export function Page() {
  const t = useTranslations('common.title');
  const { link } = useChatEntry();
  const hasTalked = useApi('chat', {}).data?.conversation !== undefined;
  // Who has a conversation here goes on to read it, wherever help answers now.
  if (link.target !== undefined && !hasTalked)
    return (
      <Screen title={t('chat')}>
        <Elsewhere link={link} />
      </Screen>
    );
  return (
    <Screen title={t('chat')} right={<ChatMenu />} className="flex min-h-0 flex-1 flex-col">
      <ChatRoom />
    </Screen>
  );
}

function Elsewhere({ link }: Pick<ReturnType<typeof useChatEntry>, 'link'>) {
  const t = useTranslations('chat');
  return (
    <div className="pt-16">
      <EmptyState
        action={
          <a {...buttonLook({ variant: 'main', size: 44 })} {...link}>
            {t('elsewhereGo')}
          </a>
        }
      >
        {t('elsewhere')}
      </EmptyState>
    </div>
  );
}
