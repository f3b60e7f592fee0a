/** What other capabilities may use of chat. */
export { countForDesk } from './desk-queries.ts';
export type { ChatChange } from './events.ts';
export { chatMessageView, conversationView } from './views.ts';
