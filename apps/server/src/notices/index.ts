/** What other capabilities may use of notices. */
export { openChannels } from './channels.ts';
export {
  CommitNotices,
  type CommitNoticesParts,
  startCommitNotices,
} from './commit-notices.ts';
export type { MailKeeper } from './mail/round.ts';
export type { MailLinks } from './mail-links.ts';
export type { MailWords } from './mail-words.ts';
export { readToldMark, saveToldMark } from './mark-queries.ts';
export { lastTold, type MessageRow } from './message-queries.ts';
export { sayReason } from './message-texts.ts';
export { type Messages, messageView } from './messages.ts';
export type { Notice } from './notice.ts';
export type { Channels, Outbox } from './outbox.ts';
export { countUnsent, deleteOldMessages } from './outbox-queries.ts';
export { isWanted, type WantedNeeds } from './wishes.ts';
