/**
 * How one engine reaches another: a message takes its time, goes to whichever process leads there, may come twice and late, and
 * its answer may be lost. Whoever asks an engine that is away is told so.
 */
import type { Command, Result } from '@fairlead/engine';
import type { Seeded } from '@fairlead/testkit';
import type { EngineName } from '../../../src/core/config/engines.ts';
import type { Idempotency } from '../../../src/core/sequencer/answer-cache.ts';
import type { SequencerPort } from '../../../src/core/sequencer/sequencer.ts';
import type { Answer, RunOptions, Submission } from '../../../src/core/sequencer/submission.ts';
import { SubmitError } from '../../../src/core/sequencer/submit-error.ts';
import type { Figures } from '../figures.ts';
import type { VirtualTime } from '../virtual-time.ts';
import type { Site } from './site.ts';
import type { SiteProcess } from './site-process.ts';

export interface LinkParts {
  readonly time: VirtualTime;
  readonly random: Seeded;
  readonly figures: Figures;
  /** How likely a fault of the network is, in percent. */
  readonly badness: () => number;
  readonly siteOf: (name: EngineName) => Site;
}

/** Steps of transfers between engines, which any number of carriers may repeat. */
const REPEATED = ['receive_transfer', 'end_transfer'];
const LATE_MS = 4_000;

const forever = (): Promise<never> => new Promise(() => undefined);

export class Links {
  readonly #parts: LinkParts;

  constructor(parts: LinkParts) {
    this.#parts = parts;
  }

  /** An engine as a process of another reaches it, or a gateway where there is none. */
  to(name: EngineName, from?: SiteProcess): SequencerPort {
    const site = this.#parts.siteOf(name);
    const port: Pick<SequencerPort, 'run' | 'submit' | 'replay' | 'replayStored' | 'onCommitted'> =
      {
        run: (command, options) => this.#run({ site, from }, command, options),
        submit: (submission) => this.#submit(site, submission),
        replay: () => undefined,
        replayStored: (request) => this.#replayStored(site, request),
        onCommitted: (listener) => site.onCommitted(listener),
      };
    return port as SequencerPort;
  }

  async #run(
    { site, from }: { readonly site: Site; readonly from: SiteProcess | undefined },
    command: Command,
    options?: RunOptions,
  ): Promise<Result> {
    const { random, badness, figures, time } = this.#parts;
    await this.#travel(from);
    const asked = () => {
      const process = site.isCutOff ? undefined : site.leading;
      if (process === undefined) throw new SubmitError('unavailable');
      // Two never share a command, by which what ran is known.
      return process.runFor({ ...command }, options);
    };
    if (REPEATED.includes(command.kind) && random.chance(badness())) {
      figures.add('fault message between engines repeated late');
      time.after(random.below(LATE_MS), () => {
        if (!site.isCutOff) site.leading?.runFor({ ...command }, options).catch(() => undefined);
      });
    }
    const result = await asked();
    if (random.chance(badness())) {
      figures.add('fault answer between engines lost');
      throw new SubmitError('unavailable');
    }
    await this.#travel(from);
    return result;
  }

  #submit(site: Site, submission: Submission): Promise<Answer> {
    const process = site.leading;
    if (process === undefined) throw new SubmitError('unavailable');
    return process.submit(submission);
  }

  async #replayStored(site: Site, request: Idempotency): Promise<Answer | undefined> {
    const process = site.leading;
    if (process?.sequencer === undefined) throw new SubmitError('unavailable');
    return process.untilDeath(process.sequencer.replayStored(request));
  }

  /** What a process that is dead by then had sent or waited for reaches nobody. */
  async #travel(from: SiteProcess | undefined): Promise<void> {
    const { time, random } = this.#parts;
    const isGone = (): boolean => from?.isDead === true;
    if (isGone()) return forever();
    await time.delay(random.chance(5) ? random.below(300) : random.below(5));
    if (isGone()) return forever();
  }
}
