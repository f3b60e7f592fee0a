/** Operators' login by a provider of OIDC, and who is bound to whom there. */
import * as z from 'zod/mini';
import { OPERATORS, route } from '../wire/route.ts';
import { approvalSignature, nothing, zId, zReason, zText } from '../wire/scalars.ts';
import { zLinkToken, zOpened } from './access.ts';

/** As the provider names the person (`sub`). */
const zSubject = z.string().check(z.regex(/^[ -~]{1,255}$/));

export const operatorSsoRoutes = {
  beginOperatorSso: route({
    method: 'POST',
    path: 'operator/sso/begin',
    tag: OPERATORS,
    summary: 'Where to log in by the provider of OIDC, and what the browser keeps until it is back',
    rate: 'login',
    request: nothing,
    response: z.object({ url: z.string(), browser: z.string() }),
    errors: ['sso_closed', 'sso_refused'],
  }),
  operatorSsoLogin: route({
    method: 'POST',
    path: 'operator/sso/login',
    tag: OPERATORS,
    summary:
      "An operator's login by the provider of OIDC: what it opens only reads, and none of chats and photos",
    rate: 'login',
    request: z.strictObject({
      code: z.string().check(z.minLength(1), z.maxLength(4_096)),
      state: zLinkToken,
      iss: z.optional(z.string().check(z.maxLength(2_000))),
      browser: zLinkToken,
    }),
    response: zOpened,
    errors: ['sso_closed', 'sso_refused', 'sso_unbound', 'mfa_required', 'login_failed'],
  }),
  bindOperator: route({
    method: 'POST',
    path: 'operator/operators/bind',
    tag: OPERATORS,
    summary: 'Proposes who an operator is at the provider of OIDC, signed by who proposes it',
    access: [],
    rate: 'write',
    request: z.strictObject({
      id: zId,
      subject: zSubject,
      reason: zReason,
      ...approvalSignature,
    }),
    response: z.object({ proposal_id: z.number() }),
    errors: ['sso_closed', 'not_found', 'signature_required', 'passkey_refused'],
  }),
  unbindOperator: route({
    method: 'POST',
    path: 'operator/operators/unbind',
    tag: OPERATORS,
    summary:
      'Ends who an operator is at the provider of OIDC, at once and with the sessions that it opened; signed by who ends it',
    access: [],
    rate: 'write',
    request: z.strictObject({
      id: zId,
      /** Whom it ends to be: what is bound now. */
      subject: zSubject,
      reason: zReason,
      ...approvalSignature,
    }),
    response: zText,
    errors: ['not_found', 'intent_changed', 'signature_required', 'passkey_refused'],
  }),
} as const;
