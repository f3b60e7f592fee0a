/** What the pages of money in and out, identity and messages say: fetched with them, not before. */
import { custody } from './custody.ts';
import { deposit } from './deposit.ts';
import { inbox } from './inbox.ts';
import { payees } from './payees.ts';
import { security } from './security.ts';
import { upload } from './upload.ts';
import { verification } from './verification.ts';
import { withdraw } from './withdraw.ts';

export const messages = {
  custody,
  deposit,
  inbox,
  payees,
  security,
  upload,
  verification,
  withdraw,
};
