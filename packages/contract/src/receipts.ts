import * as z from 'zod/mini';
import { route } from './wire/route.ts';
import { nothing, pageOf, paging, zDecimal, zId, zInteger } from './wire/scalars.ts';

const tag = 'Settlement';

export const zReceiptKind = z.enum([
  'open',
  'close',
  /** Margin was added to a position. */
  'margin',
  'take_profit',
  'stop_loss',
  'liquidation',
  'profit_cap',
  'purchase',
  'delivery',
  /** The database lost commits: which numbers are left out. Of no market; `symbol` is empty. */
  'loss',
  /** A trigger order whose price was reached: what reached it, and whether it became an order. */
  'trigger',
  /** One leg of a conversion or of a recurring buy: an order through the book within its owner's bound. */
  'conversion',
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
  sources: z.array(
    z.object({
      venue: z.string(),
      /** The host it was read from, or what a feed that declares itself is made of. Absent in older samples. */
      host: z.optional(z.string()),
      price: zDecimal,
      time: z.number(),
    }),
  ),
  dropped: z.array(
    z.object({
      venue: z.string(),
      host: z.optional(z.string()),
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

/** Up to a hundred counts, with commas between. */
const zCounts = z.string().check(z.regex(/^[1-9]\d{0,14}(?:,[1-9]\d{0,14}){0,99}$/));

export const HEAD_TARGETS = ['calendar', 'https', 'git'] as const;

/** Where heads are published. */
export const zHeadTarget = z.object({
  kind: z.enum(HEAD_TARGETS),
  /** Without what only the operator should know. */
  url: z.string(),
});

export type HeadTarget = z.infer<typeof zHeadTarget>;

export const zHeadPublication = z.object({
  time: z.number(),
  count: z.number(),
  hash: zHash,
  target: zHeadTarget,
  /** Calendars only: an OpenTimestamps file of the hash, base64. */
  ots: z.optional(z.string()),
  /** Whether a block chain has it; a pending one is a calendar's word. */
  is_complete: z.boolean(),
});

export type HeadPublication = z.infer<typeof zHeadPublication>;

/** Options whose window had too few samples. What would have been is what the samples that are there say. */
export const zRefundCounts = z.object({
  /** Stake and fee went back. */
  refunded: z.number(),
  /** The house had voided them, and they won in spite of it. */
  paid_as_win: z.number(),
  /** Whose doing it was. Options of before the rule that tells are in neither. */
  by_house: z.number(),
  by_market: z.number(),
  would_win: z.number(),
  would_lose: z.number(),
  would_be_flat: z.number(),
});

export type RefundCounts = z.infer<typeof zRefundCounts>;

/** Newest first; days without any are left out. */
const zRefundDays = z.array(
  z.object({
    /** The UTC day's begin, ms. */
    time: z.number(),
    ...zRefundCounts.shape,
  }),
);

export const zRefunds = z.object({ total: zRefundCounts, days: zRefundDays });

export type Refunds = z.infer<typeof zRefunds>;

export const zCorrections = z.object({
  /** Entries by which two operators changed a balance, ever. */
  count: z.number(),
  /** Withdrawals that two operators gave back because they could not be sent. */
  refunds: z.number(),
  /** Deposits taken back because their chain undid them. */
  reversals: z.number(),
  /** Of the last of all these; absent while there is none. */
  last_at: z.optional(z.number()),
});

export type Corrections = z.infer<typeof zCorrections>;

export const receiptRoutes = {
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
  receiptHashes: route({
    method: 'GET',
    path: 'settlement/hashes',
    tag,
    summary: 'Where the chain ends now, and its hash at each of these counts',
    request: z.strictObject({ counts: z.optional(zCounts) }),
    response: z.object({
      /** Receipts now; 0 before the first. */
      count: z.number(),
      /** The last one's hash; absent before the first. */
      hash: z.optional(zHash),
      /** The last of each other engine's chain, where there are several engines: `count` is its id. */
      chains: z.optional(z.array(z.object({ count: z.number(), hash: zHash }))),
      /** Of the counts that were asked and that the chain has. */
      list: z.array(z.object({ count: z.number(), hash: zHash })),
    }),
  }),
  headPublications: route({
    method: 'GET',
    path: 'settlement/publications',
    tag,
    summary:
      'Heads that were given to others to keep, newest first, with the proofs of time that came of it',
    request: z.strictObject({ ...paging }),
    response: pageOf(zHeadPublication),
  }),
  refunds: route({
    method: 'GET',
    path: 'settlement/refunds',
    tag,
    summary:
      'Options with too few samples: how many, by whose doing, and what they would have been',
    request: nothing,
    response: zRefunds,
  }),
  corrections: route({
    method: 'GET',
    path: 'settlement/corrections',
    tag,
    summary: 'How often balances were changed by an entry that is no act of their owner',
    request: nothing,
    response: zCorrections,
  }),
} as const;
