import type * as z from 'zod/mini';
import { accountShareRoutes } from './account-shares.ts';
import { botRoutes } from './bots.ts';
import { operatorChainRoutes } from './chains.ts';
import { chatRoutes, operatorChatRoutes } from './chat.ts';
import { operatorColdRoutes } from './cold.ts';
import { contentRoutes, operatorContentRoutes } from './content.ts';
import { convertRoutes } from './convert.ts';
import { depositRoutes, operatorDepositRoutes } from './custody/deposits.ts';
import { payeeRoutes } from './custody/payees.ts';
import { signerRoutes } from './custody/signer.ts';
import { operatorCustodyTermsRoutes } from './custody/terms.ts';
import { travelRuleRoutes } from './custody/travel-rule.ts';
import { operatorWithdrawalRoutes, withdrawalRoutes } from './custody/withdrawals.ts';
import { demoRoutes } from './demo.ts';
import { drawingRoutes } from './drawings.ts';
import { operatorExposureRoutes } from './exposure.ts';
import { futuresRoutes, operatorFuturesRoutes } from './futures.ts';
import { holdRoutes, operatorHoldRoutes } from './holds.ts';
import { hostingRoutes, operatorHostingRoutes } from './hosting.ts';
import { identityRoutes } from './identity.ts';
import { ledgerRoutes, operatorLedgerRoutes } from './ledger.ts';
import { liabilityRoutes, operatorLiabilityRoutes } from './liabilities.ts';
import { marketRoutes, operatorMarketRoutes } from './market.ts';
import { noticeRoutes } from './notices.ts';
import { offeringRoutes, operatorOfferingRoutes } from './offerings.ts';
import { operationRoutes, operatorOperationRoutes } from './operation.ts';
import { operatorAccessRoutes } from './operators/access.ts';
import { operatorAuditRoutes } from './operators/audit.ts';
import { operatorProposalRoutes } from './operators/proposals.ts';
import { operatorQueueRoutes } from './operators/queues.ts';
import { operatorSsoRoutes } from './operators/sso.ts';
import { operatorUserRoutes } from './operators/users.ts';
import { operatorOptionRoutes, optionRoutes } from './options.ts';
import { orderHistoryRoutes } from './order-history.ts';
import { orderListRoutes } from './order-lists.ts';
import { portfolioRoutes } from './portfolio.ts';
import { receiptRoutes } from './receipts.ts';
import { recoveryRoutes } from './recovery.ts';
import { recurringRoutes } from './recurring.ts';
import { operatorReferralRoutes, referralRoutes } from './referral.ts';
import { securityRoutes } from './security.ts';
import { spotRoutes } from './spot.ts';
import { stepRoutes } from './steps.ts';
import { subAccountRoutes } from './sub-accounts.ts';
import { marketQualityRoutes, operatorSurveillanceRoutes } from './surveillance.ts';
import { operatorSweepRoutes, sweepRoutes } from './sweeps.ts';
import { taxRoutes } from './tax.ts';
import { operatorTermsRoutes, termsRoutes } from './terms.ts';
import { operatorTreasuryRoutes } from './treasury.ts';
import { triggerRoutes } from './triggers.ts';
import { operatorVerificationRoutes, verificationRoutes } from './verification.ts';
import { webhookRoutes } from './webhooks.ts';
import type { RouteSpec } from './wire/route.ts';

/** Every call of the API by name. The server serves exactly these; the client calls exactly these. */
export const routes = {
  ...identityRoutes,
  ...securityRoutes,
  ...recoveryRoutes,
  ...verificationRoutes,
  ...marketRoutes,
  ...marketQualityRoutes,
  ...termsRoutes,
  ...spotRoutes,
  ...triggerRoutes,
  ...orderHistoryRoutes,
  ...orderListRoutes,
  ...convertRoutes,
  ...recurringRoutes,
  ...futuresRoutes,
  ...optionRoutes,
  ...receiptRoutes,
  ...liabilityRoutes,
  ...ledgerRoutes,
  ...depositRoutes,
  ...travelRuleRoutes,
  ...withdrawalRoutes,
  ...payeeRoutes,
  ...holdRoutes,
  ...signerRoutes,
  ...sweepRoutes,
  ...hostingRoutes,
  ...offeringRoutes,
  ...referralRoutes,
  ...portfolioRoutes,
  ...stepRoutes,
  ...taxRoutes,
  ...noticeRoutes,
  ...drawingRoutes,
  ...botRoutes,
  ...subAccountRoutes,
  ...accountShareRoutes,
  ...webhookRoutes,
  ...chatRoutes,
  ...contentRoutes,
  ...demoRoutes,
  ...operationRoutes,
  ...operatorVerificationRoutes,
  ...operatorMarketRoutes,
  ...operatorSurveillanceRoutes,
  ...operatorTermsRoutes,
  ...operatorFuturesRoutes,
  ...operatorOptionRoutes,
  ...operatorExposureRoutes,
  ...operatorLiabilityRoutes,
  ...operatorColdRoutes,
  ...operatorTreasuryRoutes,
  ...operatorSweepRoutes,
  ...operatorLedgerRoutes,
  ...operatorDepositRoutes,
  ...operatorWithdrawalRoutes,
  ...operatorHoldRoutes,
  ...operatorCustodyTermsRoutes,
  ...operatorChainRoutes,
  ...operatorHostingRoutes,
  ...operatorOfferingRoutes,
  ...operatorReferralRoutes,
  ...operatorChatRoutes,
  ...operatorContentRoutes,
  ...operatorOperationRoutes,
  ...operatorQueueRoutes,
  ...operatorAccessRoutes,
  ...operatorSsoRoutes,
  ...operatorAuditRoutes,
  ...operatorUserRoutes,
  ...operatorProposalRoutes,
} as const;

export type RouteName = keyof typeof routes;
/** What a caller sends. */
export type RequestOf<Name extends RouteName> = z.input<(typeof routes)[Name]['request']>;
/** What a handler gets: checked, with integers and booleans read. */
export type ParsedOf<Name extends RouteName> = z.output<(typeof routes)[Name]['request']>;
/** The envelope's DATA. */
export type ResponseOf<Name extends RouteName> = z.output<(typeof routes)[Name]['response']>;

export const routeEntries = Object.entries(routes) as readonly (readonly [RouteName, RouteSpec])[];
