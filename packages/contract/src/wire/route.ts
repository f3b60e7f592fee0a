import type * as z from 'zod/mini';
import type { ErrorCode } from './errors.ts';

export const OPERATOR_ROLES = ['support', 'reviewer', 'manager', 'auditor', 'owner'] as const;
export type OperatorRole = (typeof OPERATOR_ROLES)[number];

/** The tag of the console's calls. */
export const OPERATORS = 'Operators';

/**
 * Who may call. 'public' may carry a token (a valid one adds personal fields); 'user' needs one;
 * 'operator' needs an operator's session with one of the roles, `owner` included always; 'signer' needs the
 * credential of the signers that pay, 'sweeper' that of those that sweep, 'recovery' the token of one under way: each opens nothing else.
 */
export type Access =
  | { readonly who: 'public' }
  | { readonly who: 'user' }
  | { readonly who: 'signer' }
  | { readonly who: 'sweeper' }
  | { readonly who: 'recovery' }
  | { readonly who: 'operator'; readonly roles: readonly OperatorRole[] };

/** Buckets of the rate limiter: limits stand beside their reason in the server's limits.ts. */
export type RateClass =
  | 'read'
  | 'order'
  | 'money'
  | 'login'
  | 'code'
  | 'write'
  | 'upload'
  | 'sweep';

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
  /** Takes an idempotency-key when one is sent, and then keeps its answer like a call that moves money. */
  readonly takesKey: boolean;
  /** The body is multipart/form-data with one `file` beside the fields. */
  readonly isMultipart: boolean;
  /** Answers the bytes of a picture in place of the envelope. */
  readonly isBinary: boolean;
  /** The body may be as long as an article in every language. */
  readonly isLong: boolean;
  /**
   * The field whose elements are each checked, counted by the rate and answered by themselves: one that is wrong is refused in
   * its place. The others of such a call are done all the same.
   */
  readonly elements: string | undefined;
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
  readonly access?: 'public' | 'user' | 'signer' | 'sweeper' | 'recovery' | readonly OperatorRole[];
  readonly isMoney?: boolean;
  readonly takesKey?: boolean;
  readonly isMultipart?: boolean;
  readonly isBinary?: boolean;
  readonly isLong?: boolean;
  readonly elements?: string;
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
    takesKey: spec.takesKey ?? false,
    isMultipart: spec.isMultipart ?? false,
    isBinary: spec.isBinary ?? false,
    isLong: spec.isLong ?? false,
    elements: spec.elements,
    rate: spec.rate ?? 'read',
    request: spec.request,
    response: spec.response,
    errors: spec.errors ?? [],
  };
}
