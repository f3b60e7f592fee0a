/** Counts what was checked, says what is wrong as it is found, and sums up at the end. */
import { hostNote, isReceipt, type Receipt, type VerifiedReceipt } from '../src/index.ts';

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
  #noted = 0;
  /** Quotes by venue and host. */
  readonly #hosts = new Map<string, number>();

  constructor(heads: Heads, say: (line: string) => void) {
    this.#heads = heads;
    this.#say = say;
  }

  add(value: unknown, { checks, samples, quotes, notes, id }: VerifiedReceipt): void {
    this.#receipts += 1;
    this.#samples += samples;
    this.#quotes += quotes;
    const name = isReceipt(value) ? `receipt ${id} (${value.kind})` : 'not a receipt';
    for (const { name: check, status, detail } of checks) {
      if (status === 'failed') this.#complain(`${name}: ${check}: ${detail}`);
      if (check === 'link' && status === 'passed') this.#links += 1;
      if (check === 'amounts' && status === 'passed') this.#own += 1;
    }
    for (const note of notes) this.#note(`${name}: ${note}`);
    if (isReceipt(value)) {
      this.#compare(value.id, value.hash);
      this.#countHosts(value);
    }
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
    const noted = this.#noted === 0 ? '' : `, ${this.#noted} noted`;
    if (this.#hosts.size > 0) this.#say(`read from: ${this.#hostsText()}`);
    this.#say(this.#wrong === 0 ? `all right${noted}` : `${this.#wrong} wrong${noted}`);
    return this.#wrong === 0 ? 0 : 1;
  }

  /** Each host once: a chain names the same few for ever. */
  #countHosts({ samples, id }: Receipt): void {
    for (const source of samples.flatMap(({ sources }) => sources)) {
      if (source.host === undefined) continue;
      const name = `${source.venue} ${source.host}`;
      const count = this.#hosts.get(name) ?? 0;
      this.#hosts.set(name, count + 1);
      const note = count === 0 ? hostNote(source) : undefined;
      if (note !== undefined) this.#note(`${note}, first in receipt ${id}`);
    }
  }

  #hostsText(): string {
    const named = [...this.#hosts].sort(([left], [right]) => (left < right ? -1 : 1));
    return harmless(named.map(([name, count]) => `${name} (${count})`).join(', '));
  }

  #compare(id: number, hash: string): void {
    const published = this.#heads.get(id);
    if (published === undefined) return;
    if (published === hash) this.#headsMet += 1;
    else this.#complain(`receipt ${id}: the head published after it says ${published}`);
  }

  #complain(line: string): void {
    this.#wrong += 1;
    this.#say(`WRONG ${harmless(line)}`);
  }

  #note(line: string): void {
    this.#noted += 1;
    this.#say(`NOTE ${harmless(line)}`);
  }
}

/** A forged text must not reach the terminal's controls. */
const harmless = (line: string): string => line.replace(/\p{Cc}/gu, '?');
