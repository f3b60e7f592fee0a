/** Last numbers given out; the tables keep them with each batch. */
export interface Counters {
  readonly sequence: number;
  readonly timeMs: number;
  readonly orderId: number;
  readonly tradeId: number;
  readonly entryId: number;
  /** The receipts' table holds it. */
  readonly receiptId: number;
}
