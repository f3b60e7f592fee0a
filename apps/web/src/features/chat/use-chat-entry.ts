import { useApi } from '@fairlead/calls';
import { href } from '../../app/navigation.ts';

const PATH = 'pages/help/center/chat';
const URL_FRESH_FOR_MS = 10 * 60_000;
const UNREAD_FRESH_FOR_MS = 60_000;

export interface ChatEntry {
  /** For a link: elsewhere opens beside the app. */
  readonly link: { readonly href: string; readonly target?: '_blank'; readonly rel?: 'noopener' };
  /** Messages of the desk; a new one makes it ask again. */
  readonly unread: number;
}

/** Where "online chat" leads: into the app, unless the operator has set another place. */
export function useChatEntry(): ChatEntry {
  const url = useApi('customerUrl', {}, { freshForMs: URL_FRESH_FOR_MS }).data?.url;
  const chat = useApi('chat', {}, { freshForMs: UNREAD_FRESH_FOR_MS });
  const isHere = url === undefined || url.endsWith(href(PATH));
  return {
    link: isHere ? { href: href(PATH) } : { href: url, target: '_blank', rel: 'noopener' },
    unread: chat.data?.conversation?.unread ?? 0,
  };
}
