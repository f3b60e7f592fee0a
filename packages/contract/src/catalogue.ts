import type * as z from 'zod/mini';
import { apiKeyRoutes } from './api-keys.ts';
import { assetRoutes } from './assets.ts';
import { chatRoutes, operatorChatRoutes } from './chat.ts';
import { custodyRoutes } from './custody.ts';
import { futuresRoutes } from './futures.ts';
import { guidanceRoutes, operatorGuidanceRoutes } from './guidance.ts';
import { hostingRoutes } from './hosting.ts';
import { liabilityRoutes, operatorLiabilityRoutes } from './liabilities.ts';
import { marketRoutes } from './markets.ts';
import { notificationRoutes } from './notifications.ts';
import { offeringRoutes } from './offerings.ts';
import { operationRoutes } from './operation.ts';
import { operatorCustodyRoutes } from './operator-custody.ts';
import { operatorDerivativeRoutes } from './operator-derivatives.ts';
import { operatorLedgerRoutes } from './operator-ledger.ts';
import { operatorPeopleRoutes } from './operator-people.ts';
import { operatorSessionRoutes } from './operator-session.ts';
import { operatorTradingRoutes } from './operator-trading.ts';
import { operatorWealthRoutes } from './operator-wealth.ts';
import { optionRoutes } from './options.ts';
import { portfolioRoutes } from './portfolio.ts';
import { referralRoutes } from './referral.ts';
import type { RouteSpec } from './route.ts';
import { sessionRoutes } from './session.ts';
import { settlementRoutes } from './settlement.ts';
import { spotRoutes } from './spot.ts';
import { termsChangeRoutes } from './terms-change.ts';
import { verificationRoutes } from './verification.ts';

/** Every call of the API by name. The server serves exactly these; the client calls exactly these. */
export const routes = {
  ...sessionRoutes,
  ...verificationRoutes,
  ...marketRoutes,
  ...termsChangeRoutes,
  ...spotRoutes,
  ...futuresRoutes,
  ...optionRoutes,
  ...settlementRoutes,
  ...liabilityRoutes,
  ...assetRoutes,
  ...custodyRoutes,
  ...hostingRoutes,
  ...offeringRoutes,
  ...referralRoutes,
  ...portfolioRoutes,
  ...notificationRoutes,
  ...apiKeyRoutes,
  ...chatRoutes,
  ...guidanceRoutes,
  ...operationRoutes,
  ...operatorSessionRoutes,
  ...operatorCustodyRoutes,
  ...operatorPeopleRoutes,
  ...operatorLedgerRoutes,
  ...operatorDerivativeRoutes,
  ...operatorWealthRoutes,
  ...operatorChatRoutes,
  ...operatorGuidanceRoutes,
  ...operatorTradingRoutes,
  ...operatorLiabilityRoutes,
} as const;

export type RouteName = keyof typeof routes;
/** What a caller sends. */
export type RequestOf<Name extends RouteName> = z.input<(typeof routes)[Name]['request']>;
/** What a handler gets: checked, with integers and booleans read. */
export type ParsedOf<Name extends RouteName> = z.output<(typeof routes)[Name]['request']>;
/** The envelope's DATA. */
export type ResponseOf<Name extends RouteName> = z.output<(typeof routes)[Name]['response']>;

export const routeEntries = Object.entries(routes) as readonly (readonly [RouteName, RouteSpec])[];
