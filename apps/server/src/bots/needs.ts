import type { Logger } from 'pino';
import type { Identity, UserOtp } from '../identity/index.ts';
import type { Messages } from '../notices/index.ts';
import type { ApiKeys } from './api-keys.ts';
import type { Webhooks } from './webhooks/webhooks.ts';

/** What bots is given by the composition root. */
export interface BotsNeeds {
  readonly log: Logger;
  readonly identity: Identity;
  /** Keys of users' programs. */
  readonly apiKeys: ApiKeys;
  readonly webhooks: Webhooks;
  readonly userOtp: UserOtp;
  readonly messages: Messages;
}
