import type { AuditLog } from '../core/acts/audit.ts';
import type { OperatorViews } from '../core/acts/looks.ts';
import type { Config } from '../core/config/config.ts';
import type { Database } from '../core/store/database.ts';
import type { Files } from '../verification/index.ts';
import type { ChatDesk } from './desk.ts';
import type { Chat } from './service.ts';

/** What chat is given by the composition root. */
export interface ChatNeeds {
  readonly config: Pick<Config, 'customerUrl' | 'publicUrl'>;
  readonly clock: { now(): number };
  readonly database: Database;
  readonly files: Files;
  readonly chat: Chat;
  readonly chatDesk: ChatDesk;
  readonly audit: AuditLog;
  /** Looks behind masks, counted. */
  readonly views: OperatorViews;
}
