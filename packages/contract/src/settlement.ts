/**
 * Receipts: what happened at the index, in one chain that anybody can re-compute. `hash` is SHA-256 of the RFC 8785
 * JSON of everything here but `hash` and `own`; `previous_hash` is the one of the receipt before.
 */
import * as z from 'zod/mini';
import { route } from './route.ts';
import { pageOf, paging, zDecimal, zId, zInteger } from './scalars.ts';

const tag = 'Settlement';

export const zReceiptKind = z.enum([
  'open',
  'close',
  'take_profit',
  'stop_loss',
  'liquidation',
  'profit_cap',
  'purchase',
  'delivery',
  /** The database lost commits: which numbers are left out. Of no market; `symbol` is empty. */
  'loss',
]);
export type ReceiptKind = z.infer<typeof zReceiptKind>;

const zHash = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const zFields = z.record(z.string(), z.union([z.string(), z.number()]));

export const zReceiptSample = z.object({
  /** The second, ms. */
  time: z.number(),
  /** Eight decimals. Absent while the index was stale. */
  index_price: z.optional(zDecimal),
  /** What it was made of, each with the venue's own time. */
  sources: z.array(z.object({ venue: z.string(), price: zDecimal, time: z.number() })),
  dropped: z.array(
    z.object({
      venue: z.string(),
      price: z.optional(zDecimal),
      time: z.optional(z.number()),
      reason: z.string(),
    }),
  ),
});
export type ReceiptSample = z.infer<typeof zReceiptSample>;

export const zReceipt = z.object({
  id: z.number(),
  kind: zReceiptKind,
  symbol: z.string(),
  time: z.number(),
  terms: zFields,
  strike: z.optional(zDecimal),
  samples: z.array(zReceiptSample),
  result: zFields,
  /** SHA-256 of the RFC 8785 JSON of `own`: owner and amounts, with a salt. */
  commitment: zHash,
  previous_hash: zHash,
  hash: zHash,
  /** Owner's view only: what `commitment` is the digest of. */
  own: z.optional(zFields),
});
export type Receipt = z.infer<typeof zReceipt>;

export const zReceiptHead = z.object({
  time: z.number(),
  /** Receipts up to then: the id of the last. */
  count: z.number(),
  /** The last one's hash. */
  hash: zHash,
});
export type ReceiptHead = z.infer<typeof zReceiptHead>;

export const settlementRoutes = {
  receipt: route({
    method: 'GET',
    path: 'settlement/receipt',
    tag,
    summary: 'One receipt; its owner also sees owner and amounts',
    request: z.strictObject({ id: zId }),
    response: zReceipt,
  }),
  receipts: route({
    method: 'GET',
    path: 'settlement/receipts',
    tag,
    summary: 'The chain in order, from an id on',
    request: z.strictObject({
      from: z._default(zId, 1),
      limit: z._default(z.pipe(zInteger, z.number().check(z.gte(1), z.lte(100))), 100),
    }),
    response: z.object({ list: z.array(zReceipt) }),
  }),
  receiptHeads: route({
    method: 'GET',
    path: 'settlement/heads',
    tag,
    summary: "The chain's heads as they were published, newest first",
    request: z.strictObject({ ...paging }),
    response: pageOf(zReceiptHead),
  }),
} as const;
