/** Counts what was checked, says what is wrong as it is found, and sums up at the end. */
import {
  chainBeginOf,
  hostNote,
  isReceipt,
  type Receipt,
  shortDeliveryOf,
  type VerifiedReceipt,
} from '../src/index.ts';
import type { HeadSource } from './head-sources.ts';

/** 3: nothing is wrong, but something that is known could not be compared. */
export type Verdict = 0 | 1 | 3;

export interface TallyOptions {
  readonly sources: readonly HeadSource[];
  readonly say: (line: string) => void;
  /** Whether the receipts go on to the end of the chain: then it must reach every head. */
  readonly isToTheEnd: boolean;
}

interface Coverage {
  met: number;
  otherwise: number;
}

export class Tally {
  readonly #options: TallyOptions;
  readonly #coverage: Coverage[];
  /** Count → what says so, for heads of all sources. */
  readonly #heads = new Map<number, { hash: string; at: number }[]>();
  #receipts = 0;
  #samples = 0;
  #quotes = 0;
  #links = 0;
  #own = 0;
  #wrong = 0;
  readonly #refunds = { short: 0, house: 0, won: 0, paid: 0, lost: 0 };
  #missing = 0;
  /** Ids that declared losses left out, each range up to the receipt that says so. */
  readonly #gaps: { readonly from: number; readonly before: number }[] = [];
  #first = Number.POSITIVE_INFINITY;
  /** By the beginning of its chain. */
  readonly #lasts = new Map<number, number>();
  #noted = 0;
  /** Quotes by venue and host. */
  readonly #hosts = new Map<string, number>();

  constructor(options: TallyOptions) {
    this.#options = options;
    this.#coverage = options.sources.map(() => ({ met: 0, otherwise: 0 }));
    for (const [at, source] of options.sources.entries()) {
      for (const { count, hash } of source.heads) {
        const known = this.#heads.get(count) ?? [];
        const other = known.find((each) => each.hash !== hash);
        if (other !== undefined)
          this.complain(
            `${options.sources[other.at]?.name} and ${source.name} know two heads of ${count}: ${other.hash}, ${hash}`,
          );
        this.#heads.set(count, [...known, { hash, at }]);
      }
    }
  }

  add(value: unknown, { checks, samples, quotes, notes, id }: VerifiedReceipt): void {
    this.#receipts += 1;
    this.#samples += samples;
    this.#quotes += quotes;
    const name = isReceipt(value) ? `receipt ${id} (${value.kind})` : 'not a receipt';
    for (const { name: check, status, detail } of checks) {
      if (status === 'failed') this.complain(`${name}: ${check}: ${detail}`);
      if (check === 'link' && status === 'passed') this.#links += 1;
      if (check === 'amounts' && status === 'passed') this.#own += 1;
    }
    for (const note of notes) this.#note(`${name}: ${note}`);
    if (!isReceipt(value)) return;
    this.#compare(value.id, value.hash);
    if (value.kind === 'loss') this.#tellLoss(value);
    this.#countHosts(value);
    // What a forged one claims is not counted.
    if (checks.every(({ status }) => status !== 'failed')) this.#countRefund(value);
  }

  /** What was found wrong beside the checks of a receipt. */
  complain(line: string): void {
    this.#wrong += 1;
    this.#options.say(`WRONG ${clean(line)}`);
  }

  /** Says the sum; the exit code. */
  end(): Verdict {
    const { sources, say } = this.#options;
    const met = this.#coverage.reduce((sum, each) => sum + each.met, 0);
    const heads = sources.length > 0 ? `, ${met} published heads met` : '';
    this.#reachHeads();
    say(
      `${this.#receipts} receipts, ${this.#samples} samples made again from ${this.#quotes} quotes, ` +
        `${this.#links} links, ${this.#own} with amounts${heads}`,
    );
    this.#sayRefunds();
    if (this.#hosts.size > 0) say(`read from: ${this.#hostsText()}`);
    for (const [at, source] of sources.entries()) say(clean(this.#coverageOf(source, at)));
    if (!sources.some(({ isOutside }) => isOutside))
      say('no head from outside was given: this was checked against itself only');
    return this.#verdict();
  }

  #verdict(): Verdict {
    const { say } = this.#options;
    const noted = this.#noted === 0 ? '' : `, ${this.#noted} noted`;
    const losses = lossesText(this.#gaps.length);
    if (this.#wrong > 0) {
      say(`${this.#wrong} wrong${noted}`);
      return 1;
    }
    if (this.#missing > 0) {
      const beside = losses === '' ? '' : ` but for ${losses}`;
      say(
        `nothing wrong${beside}, but ${this.#missing} known heads are not in what was checked${noted}`,
      );
      return 3;
    }
    say(losses === '' ? `all right${noted}` : `all right but for ${losses}${noted}`);
    return 0;
  }

  #coverageOf({ name, heads, hash, note, isOutside }: HeadSource, at: number): string {
    const { met } = this.#coverage[at] ?? { met: 0 };
    const where = isOutside ? '' : ' (its own word)';
    if (hash !== undefined) return `${name}: timestamp of ${hash}, ${met} met; ${note}`;
    const counts = heads.map(({ count }) => count);
    const range = heads.length === 0 ? '' : ` of ${least(counts)} to ${greatest(counts)} receipts`;
    return `${name}${where}: ${heads.length} heads${range}, ${met} met`;
  }

  /** Every head that is known has to be met, unless it is of before the part that was asked for. */
  #reachHeads(): void {
    const { sources, isToTheEnd } = this.#options;
    for (const [at, { name, heads, hash }] of sources.entries()) {
      const { met, otherwise } = this.#coverage[at] ?? { met: 0, otherwise: 0 };
      if (hash !== undefined && met === 0) {
        // It may be of what a loss took.
        if (isToTheEnd && this.#first === 1 && this.#gaps.length === 0)
          this.complain(`no receipt has the hash that ${name} is a timestamp of: ${hash}`);
        else this.#missing += 1;
      }
      const counts = heads.map(({ count }) => count);
      const beyond = counts.filter((count) => count > this.#lastOf(count));
      if (beyond.length > 0 && isToTheEnd) {
        const most = greatest(beyond);
        const known = `a head was published of ${most} (${name})`;
        this.complain(`the chain ends at ${this.#lastOf(most)}, ${known}`);
      }
      const wanted = counts.filter((count) => count >= this.#first).length;
      if (isToTheEnd) this.#missing += counts.filter((count) => this.#isLost(count)).length;
      else this.#missing += Math.max(0, wanted - met - otherwise);
    }
  }

  /** Where the chain of an id ended. */
  #lastOf(id: number): number {
    return this.#lasts.get(chainBeginOf(id)) ?? 0;
  }

  #sayRefunds(): void {
    const { short, house, won, paid, lost } = this.#refunds;
    if (short === 0) return;
    this.#options.say(
      `${short} options had too few samples, ${house} of them by the house's doing: ` +
        `${won} would have won (${paid} were paid so), ${lost} would have lost`,
    );
  }

  #countRefund(receipt: Receipt): void {
    const refund = shortDeliveryOf(receipt);
    if (refund === undefined) return;
    const counts = this.#refunds;
    counts.short += 1;
    if (refund.shortfall === 'house') counts.house += 1;
    if (refund.wouldBe === 'win') counts.won += 1;
    if (refund.wouldBe === 'lose') counts.lost += 1;
    if (refund.isPaid) counts.paid += 1;
  }

  /** Not wrong in itself, and never passed over: heads among what was left out are of receipts that were lost. */
  #tellLoss({ id, terms }: Receipt): void {
    const { receipt_from: from, receipt_seen: seen } = terms;
    this.#gaps.push({ from: Number(from), before: id });
    const lost = [...this.#heads.keys()].filter((count) => count >= Number(from) && count < id);
    const heads =
      lost.length === 0
        ? ''
        : `, and with them the heads of ${lost.sort((a, b) => a - b).join(', ')}`;
    const what =
      Number(seen) >= Number(from)
        ? `receipts ${from} to ${seen} are gone`
        : 'no receipt is known to be gone';
    this.#options.say(
      `LOST receipt ${id} declares that the database${engineText(Number(id))} lost commits: ${what}${heads}`,
    );
  }

  /** A head of what a loss left out is known and cannot be compared. */
  #isLost(count: number): boolean {
    return this.#gaps.some(({ from, before }) => count >= from && count < before);
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
    return clean(named.map(([name, count]) => `${name} (${count})`).join(', '));
  }

  #note(line: string): void {
    this.#noted += 1;
    this.#options.say(`NOTE ${clean(line)}`);
  }

  #compare(id: number, hash: string): void {
    this.#first = Math.min(this.#first, id);
    const begin = chainBeginOf(id);
    this.#lasts.set(begin, Math.max(this.#lasts.get(begin) ?? 0, id));
    for (const [at, source] of this.#options.sources.entries()) {
      const coverage = this.#coverage[at];
      if (source.hash === hash && coverage !== undefined) coverage.met += 1;
    }
    for (const { hash: published, at } of this.#heads.get(id) ?? []) {
      const coverage = this.#coverage[at];
      if (coverage === undefined) continue;
      if (published === hash) coverage.met += 1;
      else {
        coverage.otherwise += 1;
        const name = this.#options.sources[at]?.name;
        this.complain(`receipt ${id}: the head published after it says ${published} (${name})`);
      }
    }
  }
}

/** Which of several engines: the receipt's number says. */
const engineText = (id: number): string => {
  const begin = chainBeginOf(id);
  return begin === 0 ? '' : ` of the engine that numbers behind ${begin}`;
};

const lossesText = (count: number): string => {
  if (count === 0) return '';
  return count === 1 ? '1 declared loss' : `${count} declared losses`;
};

const least = (counts: readonly number[]): number =>
  counts.reduce((left, right) => Math.min(left, right), Number.POSITIVE_INFINITY);
const greatest = (counts: readonly number[]): number =>
  counts.reduce((left, right) => Math.max(left, right), 0);

/** A forged text must not reach the terminal's controls. */
const clean = (line: string): string => line.replace(/\p{Cc}/gu, '?');
