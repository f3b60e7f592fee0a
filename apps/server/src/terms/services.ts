/** Makes what announces changes of terms. */
import type { Logger } from 'pino';
import type { Config } from '../core/config/config.ts';
import type { Database } from '../core/store/database.ts';
import type { Messages } from '../notices/index.ts';
import { type ProductBooks, TermsNotices } from './notices.ts';

export interface TermsParts {
  readonly config: Pick<Config, 'termsNoticeHours'>;
  readonly clock: { now(): number };
  readonly log: Logger;
  readonly database: Database;
  readonly messages: Messages;
  /** The engines beside the home, where there are any. */
  readonly products?: ProductBooks | undefined;
}

export interface TermsServices {
  readonly termsNotices: TermsNotices;
}

export function createTerms({ config, ...parts }: TermsParts): TermsServices {
  return { termsNotices: new TermsNotices({ ...parts, hours: config.termsNoticeHours }) };
}
