import type * as z from 'zod/mini';
import { assetRoutes } from './assets.ts';
import { marketRoutes } from './markets.ts';
import { operationRoutes } from './operation.ts';
import type { RouteSpec } from './route.ts';
import { sessionRoutes } from './session.ts';
import { spotRoutes } from './spot.ts';

/** Every call of the API by name. The server serves exactly these; the client calls exactly these. */
export const routes = {
  ...sessionRoutes,
  ...marketRoutes,
  ...spotRoutes,
  ...assetRoutes,
  ...operationRoutes,
} as const;

export type RouteName = keyof typeof routes;
/** What a caller sends. */
export type RequestOf<Name extends RouteName> = z.input<(typeof routes)[Name]['request']>;
/** What a handler gets: checked, with integers and booleans read. */
export type ParsedOf<Name extends RouteName> = z.output<(typeof routes)[Name]['request']>;
/** The envelope's DATA. */
export type ResponseOf<Name extends RouteName> = z.output<(typeof routes)[Name]['response']>;

export const routeEntries = Object.entries(routes) as readonly (readonly [RouteName, RouteSpec])[];
