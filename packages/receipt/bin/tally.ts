/** Counts what was checked, says what is wrong as it is found, and sums up at the end. */
import { isReceipt, type Receipt, type VerifiedReceipt } from '../src/index.ts';

/** How many receipts there were → the last one's hash. */
export type Heads = ReadonlyMap<number, string>;

export class Tally {
  readonly #say: (line: string) => void;
  readonly #heads: Heads;
  #receipts = 0;
  #samples = 0;
  #quotes = 0;
  #links = 0;
  #own = 0;
  #headsMet = 0;
  #wrong = 0;

  constructor(heads: Heads, say: (line: string) => void) {
    this.#heads = heads;
    this.#say = say;
  }

  add(value: unknown, { checks, samples, quotes, id }: VerifiedReceipt): void {
    this.#receipts += 1;
    this.#samples += samples;
    this.#quotes += quotes;
    const name = isReceipt(value) ? `receipt ${id} (${value.kind})` : 'not a receipt';
    for (const { name: check, status, detail } of checks) {
      if (status === 'failed') this.#complain(`${name}: ${check}: ${detail}`);
      if (check === 'link' && status === 'passed') this.#links += 1;
      if (check === 'amounts' && status === 'passed') this.#own += 1;
    }
    if (!isReceipt(value)) return;
    this.#compare(value.id, value.hash);
    if (value.kind === 'loss') this.#tellLoss(value);
  }

  /** What was found wrong beside the checks of a receipt. */
  complain(line: string): void {
    this.#complain(line);
  }

  /** Says the sum; the exit code. */
  end(): 0 | 1 {
    const heads = this.#heads.size > 0 ? `, ${this.#headsMet} published heads met` : '';
    this.#say(
      `${this.#receipts} receipts, ${this.#samples} samples made again from ${this.#quotes} quotes, ` +
        `${this.#links} links, ${this.#own} with amounts${heads}`,
    );
    this.#say(this.#wrong === 0 ? 'all right' : `${this.#wrong} wrong`);
    return this.#wrong === 0 ? 0 : 1;
  }

  /** Not wrong in itself, and never passed over: heads among what was left out are of receipts that were lost. */
  #tellLoss({ id, terms }: Receipt): void {
    const { receipt_from: from, receipt_seen: seen } = terms;
    const lost = [...this.#heads.keys()].filter((count) => count >= Number(from) && count < id);
    const heads =
      lost.length === 0
        ? ''
        : `, and with them the heads of ${lost.sort((a, b) => a - b).join(', ')}`;
    const what =
      Number(seen) >= Number(from)
        ? `receipts ${from} to ${seen} are gone`
        : 'no receipt is known to be gone';
    this.#say(`LOST receipt ${id} declares that the database lost commits: ${what}${heads}`);
  }

  #compare(id: number, hash: string): void {
    const published = this.#heads.get(id);
    if (published === undefined) return;
    if (published === hash) this.#headsMet += 1;
    else this.#complain(`receipt ${id}: the head published after it says ${published}`);
  }

  #complain(line: string): void {
    this.#wrong += 1;
    // A forged text must not reach the terminal's controls.
    this.#say(`WRONG ${line.replace(/\p{Cc}/gu, '?')}`);
  }
}
