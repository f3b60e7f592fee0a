/** Conversations of users with the desk. */
import { MINUTE_MS } from '@fairlead/units';
import type { Capability } from '../core/capability.ts';
import { Chore } from '../core/operations/chore.ts';
import type { ChatNeeds } from './needs.ts';
import { operatorChatHandlers } from './operator-routes.ts';
import { chatExceptions, chatHandlers } from './routes.ts';
import { createChat } from './services.ts';

export const chat = {
  services: createChat,
  routes: chatHandlers,
  operatorRoutes: operatorChatHandlers,
  exceptions: chatExceptions,
  chores: ({ chat: conversations }) => [new Chore(MINUTE_MS, () => conversations.closeSilent())],
} satisfies Capability<ChatNeeds>;
