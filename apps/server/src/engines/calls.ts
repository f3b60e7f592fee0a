/** Whose product a call is of. What operators ask stays with the home, where they take turns. */
import { futuresRoutes, hostingRoutes, optionRoutes, type RouteName } from '@fairlead/contract';
import type { EngineName, ProductEngine } from '../core/config/engines.ts';
import { routeLabel } from '../core/http/envelope.ts';
import { HOME } from './shares.ts';

const PRODUCT_ROUTES = {
  futures: futuresRoutes,
  options: optionRoutes,
  wealth: hostingRoutes,
} as const satisfies Record<ProductEngine, object>;

const NAMES = new Map<string, ProductEngine>();
const LABELS = new Map<string, ProductEngine>();
for (const [engine, routes] of Object.entries(PRODUCT_ROUTES)) {
  for (const [name, route] of Object.entries(routes)) {
    NAMES.set(name, engine as ProductEngine);
    LABELS.set(routeLabel(route), engine as ProductEngine);
  }
}

/** Of money that moves between accounts any engine may be the one. */
const OF_ANY = 'POST wallet/change';

/** By a call's label; undefined for one that any of them may be asked. */
export const engineOfCall = (label: string): EngineName | undefined =>
  label === OF_ANY ? undefined : (LABELS.get(label) ?? HOME);

export const engineOfRoute = (name: RouteName): EngineName => NAMES.get(name) ?? HOME;
