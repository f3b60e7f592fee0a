/** The console's calls, by subject. Everything an operator does is in the audit log before it happens. */
import type { Context } from '../context.ts';
import { operatorChatHandlers } from './operator-chat.ts';
import { operatorCustodyHandlers } from './operator-custody.ts';
import { operatorExposureHandlers } from './operator-exposure.ts';
import { operatorFuturesHandlers } from './operator-futures.ts';
import { operatorGuidanceHandlers } from './operator-guidance.ts';
import { operatorHostingHandlers } from './operator-hosting.ts';
import { operatorLedgerHandlers } from './operator-ledger.ts';
import { operatorLiabilityHandlers } from './operator-liabilities.ts';
import { operatorMarketHandlers } from './operator-markets.ts';
import { operatorNewsHandlers } from './operator-news.ts';
import { operatorOfferingHandlers } from './operator-offerings.ts';
import { operatorOptionHandlers } from './operator-options.ts';
import { operatorPayeeHandlers } from './operator-payees.ts';
import { operatorReferralHandlers } from './operator-referral.ts';
import { operatorSessionHandlers } from './operator-session.ts';
import { operatorSystemHandlers } from './operator-system.ts';
import { operatorTeamHandlers } from './operator-team.ts';
import { operatorTermsHandlers } from './operator-terms.ts';
import { operatorTradingHandlers } from './operator-trading.ts';
import { operatorUserHandlers } from './operator-users.ts';

export const operatorHandlers = (context: Context) => ({
  ...operatorSessionHandlers(context),
  ...operatorTeamHandlers(context),
  ...operatorMarketHandlers(context),
  ...operatorCustodyHandlers(context),
  ...operatorPayeeHandlers(context),
  ...operatorTermsHandlers(context),
  ...operatorOptionHandlers(context),
  ...operatorHostingHandlers(context),
  ...operatorOfferingHandlers(context),
  ...operatorReferralHandlers(context),
  ...operatorExposureHandlers(context),
  ...operatorUserHandlers(context),
  ...operatorChatHandlers(context),
  ...operatorGuidanceHandlers(context),
  ...operatorNewsHandlers(context),
  ...operatorFuturesHandlers(context),
  ...operatorLedgerHandlers(context),
  ...operatorLiabilityHandlers(context),
  ...operatorSystemHandlers(context),
  ...operatorTradingHandlers(context),
});
