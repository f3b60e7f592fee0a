/** All handlers of a process. */
import type { Context } from '../context.ts';
import { apiKeyHandlers } from './api-keys.ts';
import { assetHandlers } from './assets.ts';
import { chatHandlers } from './chat.ts';
import { custodyHandlers } from './custody.ts';
import { custodyPayeeHandlers } from './custody-payees.ts';
import { fileHandlers } from './files.ts';
import { futuresHandlers } from './futures.ts';
import { guidanceHandlers } from './guidance.ts';
import type { Handlers } from './handler.ts';
import { hostingHandlers } from './hosting.ts';
import { identityHandlers } from './identity.ts';
import { identitySecurityHandlers } from './identity-security.ts';
import { liabilityHandlers } from './liabilities.ts';
import { marketHandlers } from './markets.ts';
import { notificationHandlers } from './notifications.ts';
import { offeringHandlers } from './offerings.ts';
import { operationHandlers } from './operation.ts';
import { operatorHandlers } from './operators.ts';
import { optionHandlers } from './options.ts';
import { portfolioHandlers } from './portfolio.ts';
import { referralHandlers } from './referral.ts';
import { sessionHandlers } from './session.ts';
import { settlementHandlers } from './settlement.ts';
import { signerHandlers } from './signer.ts';
import { spotHandlers } from './spot.ts';
import { verificationHandlers } from './verification.ts';

export function handlersOf(context: Context): Handlers {
  return {
    ...sessionHandlers(context),
    ...identityHandlers(context),
    ...identitySecurityHandlers(context),
    ...verificationHandlers(context),
    ...apiKeyHandlers(context),
    ...fileHandlers(context),
    ...marketHandlers(context),
    ...spotHandlers(context),
    ...optionHandlers(context),
    ...offeringHandlers(context),
    ...referralHandlers(context),
    ...futuresHandlers(context),
    ...hostingHandlers(context),
    ...chatHandlers(context),
    ...assetHandlers(context),
    ...portfolioHandlers(context),
    ...custodyHandlers(context),
    ...custodyPayeeHandlers(context),
    ...guidanceHandlers(context),
    ...notificationHandlers(context),
    ...operationHandlers(context),
    ...operatorHandlers(context),
    ...settlementHandlers(context),
    ...liabilityHandlers(context),
    ...signerHandlers(context),
  };
}
