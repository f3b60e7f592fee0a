/** The console's calls, by subject. Everything an operator does is in the audit log before it happens. */
import type { Context } from '../context.ts';
import { operatorCustodyHandlers } from './operator-custody.ts';
import { operatorLedgerHandlers } from './operator-ledger.ts';
import { operatorMarketHandlers } from './operator-markets.ts';
import { operatorNewsHandlers } from './operator-news.ts';
import { operatorPayeeHandlers } from './operator-payees.ts';
import { operatorSessionHandlers } from './operator-session.ts';
import { operatorSystemHandlers } from './operator-system.ts';
import { operatorTeamHandlers } from './operator-team.ts';
import { operatorTermsHandlers } from './operator-terms.ts';
import { operatorUserHandlers } from './operator-users.ts';

export const operatorHandlers = (context: Context) => ({
  ...operatorSessionHandlers(context),
  ...operatorTeamHandlers(context),
  ...operatorMarketHandlers(context),
  ...operatorCustodyHandlers(context),
  ...operatorPayeeHandlers(context),
  ...operatorTermsHandlers(context),
  ...operatorUserHandlers(context),
  ...operatorNewsHandlers(context),
  ...operatorLedgerHandlers(context),
  ...operatorSystemHandlers(context),
});
