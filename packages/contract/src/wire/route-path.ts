/** Method and path of a route; `money` marks one that takes an idempotency-key. */
export type RoutePath = readonly [method: 'GET' | 'POST' | 'PUT', path: string, money?: 'money'];
