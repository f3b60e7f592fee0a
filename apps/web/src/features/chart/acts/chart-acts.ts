/** What a person can do from the chart beside looking: the page that shows it says what becomes of it. */
export interface ChartActs {
  /** Prices of the market are whole multiples of this. */
  readonly tick: string;
  /** A price was held under the finger, clicked with the other button, or is asked for: then undefined. */
  readonly onPrice: (price: string | undefined) => void;
  /** The line of a waiting order was let go at another price. */
  readonly onMoved: (orderId: string, price: string) => void;
}
