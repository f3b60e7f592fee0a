/** What the pages of money in and out, identity and messages say: fetched with them, not before. */
import { apiKeys } from './apiKeys.ts';
import { chat } from './chat.ts';
import { custody } from './custody.ts';
import { deposit } from './deposit.ts';
import { guidance } from './guidance.ts';
import { inbox } from './inbox.ts';
import { liabilities } from './liabilities.ts';
import { notifications } from './notifications.ts';
import { payees } from './payees.ts';
import { portfolio } from './portfolio.ts';
import { pwa } from './pwa.ts';
import { security } from './security.ts';
import { upload } from './upload.ts';
import { verification } from './verification.ts';
import { withdraw } from './withdraw.ts';

export const messages = {
  apiKeys,
  chat,
  custody,
  deposit,
  guidance,
  inbox,
  liabilities,
  notifications,
  payees,
  portfolio,
  pwa,
  security,
  upload,
  verification,
  withdraw,
};
