/** What the Tron signer has signed: beside the steps of every chain's, when it expires and what it may cost. */
import * as z from 'zod/mini';
import {
  SIGNED_SHAPE,
  type SignedTx,
  StepJournal,
  type Steps,
  type Writing,
  zDigits,
} from '../journal.ts';

/** One signed transaction of a withdrawal on Tron. */
export interface TronTx extends SignedTx {
  readonly address: string;
  readonly contract: string | undefined;
  /** Sun that it may cost at most. */
  readonly feeMax: bigint;
  /** No block after one of this time holds it. */
  readonly expirationMs: number;
  /** The solid block that it refers to. */
  readonly reference: { readonly height: number; readonly hash: string };
  /** The whole transaction, hex. */
  readonly raw: string;
}
export type TronEntry = TronTx & Steps;

const zAddress = z.string().check(z.regex(/^T[1-9A-HJ-NP-Za-km-z]{33}$/));
const zHash = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const zTron = z.strictObject({
  ...SIGNED_SHAPE,
  address: zAddress,
  contract: z.optional(zAddress),
  fee_max: zDigits,
  expiration: z.number().check(z.int(), z.gt(0)),
  reference: z.strictObject({ height: z.number().check(z.int(), z.gte(0)), hash: zHash }),
  tx_id: zHash,
  raw: z.string().check(z.regex(/^([0-9a-f]{2})+$/)),
});

const TRON: Writing<TronTx> = {
  line: zTron,
  write: ({ address, contract, feeMax, expirationMs, reference, raw }) => ({
    address,
    ...(contract !== undefined && { contract }),
    fee_max: String(feeMax),
    expiration: expirationMs,
    reference,
    raw,
  }),
  read: (line) => {
    const { address, contract, fee_max, expiration, reference, raw } = zTron.parse(line);
    return {
      ...{ address, contract, feeMax: BigInt(fee_max), expirationMs: expiration, reference, raw },
    };
  },
};

export class TronJournal extends StepJournal<TronTx> {
  constructor(file: string) {
    super(file, TRON);
  }
}
