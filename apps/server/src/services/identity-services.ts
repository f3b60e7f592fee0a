/** Makes the services about people that others ask: what protects an account, who somebody is, what they are told. */
import type { Config } from '../config.ts';
import type { Context } from '../context.ts';
import type { Database } from '../store/database.ts';
import { Chat } from './chat.ts';
import { ChatDesk } from './chat-desk.ts';
import type { Outbox } from './codes-outbox.ts';
import type { Events } from './events.ts';
import { Files } from './files.ts';
import { FileVault } from './files-vault.ts';
import { FundPasswords } from './fund-passwords.ts';
import type { Passwords } from './identity-passwords.ts';
import { Messages } from './messages.ts';
import type { WishReader } from './notification-wishes.ts';
import { Presence } from './presence.ts';
import type { Push } from './push.ts';
import type { Secrets } from './secrets.ts';
import { SecurityLocks } from './security-locks.ts';
import { UserOtp } from './user-otp.ts';
import { Verifications } from './verification.ts';

export interface PeopleOptions {
  readonly config: Config;
  readonly clock: { now(): number };
  readonly database: Database;
  readonly secrets: Secrets;
  readonly passwords: Passwords;
  readonly outbox: Outbox;
  readonly events: Events;
  readonly wishes: WishReader;
  readonly push: Pick<Push, 'tell'>;
}

export type People = Pick<
  Context,
  | 'securityLocks'
  | 'messages'
  | 'fundPasswords'
  | 'userOtp'
  | 'files'
  | 'verification'
  | 'chat'
  | 'chatDesk'
  | 'presence'
>;

export function createPeople(options: PeopleOptions): People {
  const { config, clock, database, secrets, passwords, outbox, events, wishes, push } = options;
  const { coolingOffHours, uploadsDir, isDemo, rateLimitFactor: budgetFactor } = config;
  const securityLocks = new SecurityLocks({ database, clock, coolingOffHours });
  const messages = new Messages({ database, clock, outbox, events, wishes, push });
  const vault = new FileVault(uploadsDir, secrets);
  const files = new Files({ database, clock, vault, secrets, budgetFactor });
  const presence = new Presence();
  const chat = new Chat({ database, clock, files, events, budgetFactor });
  return {
    securityLocks,
    messages,
    fundPasswords: new FundPasswords({ database, clock, passwords, securityLocks, isDemo }),
    userOtp: new UserOtp({ database, clock, secrets, securityLocks, messages }),
    files,
    verification: new Verifications({ database, clock, secrets, files, messages }),
    presence,
    chat,
    chatDesk: new ChatDesk({ database, clock, chat, messages, presence }),
  };
}
