import type * as z from 'zod/mini';
import type { ErrorCode } from './errors.ts';

export const OPERATOR_ROLES = ['support', 'reviewer', 'manager', 'auditor', 'owner'] as const;
export type OperatorRole = (typeof OPERATOR_ROLES)[number];

/**
 * Who may call. 'public' may carry a token (a valid one adds personal fields); 'user' needs one;
 * 'operator' needs an operator's session with one of the roles, `owner` included always.
 */
export type Access =
  | { readonly who: 'public' }
  | { readonly who: 'user' }
  | { readonly who: 'operator'; readonly roles: readonly OperatorRole[] };

/** Buckets of the rate limiter: limits stand beside their reason in the server's limits.ts. */
export type RateClass = 'read' | 'order' | 'money' | 'login' | 'code' | 'write';

export interface RouteSpec<
  Request extends z.ZodMiniType = z.ZodMiniType,
  Response extends z.ZodMiniType = z.ZodMiniType,
> {
  readonly method: 'GET' | 'POST' | 'PUT';
  /** Below /api/, without a leading slash. */
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly access: Access;
  /** Moves money: needs an idempotency-key. */
  readonly isMoney: boolean;
  readonly rate: RateClass;
  /** Strict: unknown fields are refused. GET reads the query, the others the body. */
  readonly request: Request;
  /** The envelope's DATA. */
  readonly response: Response;
  /** Refusals of its own, beside the common ones. */
  readonly errors: readonly ErrorCode[];
}

/** Declares a route; defaults: public, not money, 'read'. */
export function route<Request extends z.ZodMiniType, Response extends z.ZodMiniType>(spec: {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly access?: 'public' | 'user' | readonly OperatorRole[];
  readonly isMoney?: boolean;
  readonly rate?: RateClass;
  readonly request: Request;
  readonly response: Response;
  readonly errors?: readonly ErrorCode[];
}): RouteSpec<Request, Response> {
  const { access = 'public' } = spec;
  return {
    method: spec.method,
    path: spec.path,
    tag: spec.tag,
    summary: spec.summary,
    access: typeof access === 'string' ? { who: access } : { who: 'operator', roles: access },
    isMoney: spec.isMoney ?? false,
    rate: spec.rate ?? 'read',
    request: spec.request,
    response: spec.response,
    errors: spec.errors ?? [],
  };
}
