/** The console: audit log and exports. */
import * as z from 'zod/mini';
import { OPERATORS, route } from '../wire/route.ts';
import { nothing, pageOf, paging, zId, zLanguage, zTime } from '../wire/scalars.ts';

export const zAuditEntry = z.object({
  id: z.number(),
  time: z.number(),
  operator_id: z.optional(z.number()),
  /** Absent for what the server did by itself. */
  operator: z.optional(z.string()),
  action: z.string(),
  subject: z.string(),
  /** JSON text. */
  detail: z.string(),
  ip: z.optional(z.string()),
  hash: z.string(),
});

export type AuditEntry = z.infer<typeof zAuditEntry>;

export const EXPORTS = [
  'deposits',
  'withdrawals',
  'verifications',
  'users',
  'postings',
  'audit',
  'balance_sheet',
  'orders',
  'trades',
] as const;

export const operatorAuditRoutes = {
  auditLog: route({
    method: 'GET',
    path: 'operator/audit',
    tag: OPERATORS,
    summary: 'The audit log, newest first',
    access: ['auditor'],
    request: z.strictObject({
      operator_id: z.optional(zId),
      action: z.optional(z.string().check(z.maxLength(60))),
      subject: z.optional(z.string().check(z.maxLength(120))),
      from: z.optional(zTime),
      to: z.optional(zTime),
      ...paging,
    }),
    response: pageOf(zAuditEntry),
  }),
  verifyAudit: route({
    method: 'POST',
    path: 'operator/audit/verify',
    tag: OPERATORS,
    summary: 'Recomputes the chain of the audit log',
    access: ['auditor'],
    rate: 'write',
    request: nothing,
    response: z.object({
      is_intact: z.boolean(),
      rows: z.number(),
      /** Id of the first row that does not fit. */
      broken_at: z.optional(z.number()),
      head: z.optional(z.string()),
    }),
  }),
  exportRows: route({
    method: 'POST',
    path: 'operator/export',
    tag: OPERATORS,
    summary: 'A table as CSV, at most 10,000 rows; personal fields stay masked',
    access: ['reviewer', 'manager', 'auditor'],
    rate: 'write',
    request: z.strictObject({
      what: z.enum(EXPORTS),
      from: z.optional(zTime),
      to: z.optional(zTime),
      status: z.optional(z.string().check(z.maxLength(20))),
      lang: z.optional(zLanguage),
    }),
    response: z.object({ filename: z.string(), csv: z.string(), rows: z.number() }),
  }),
} as const;
