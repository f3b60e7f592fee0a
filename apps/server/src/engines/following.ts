/**
 * Has an engine follow the home before anything runs that rests on it: after each commit of the home that it follows the next
 * command waits for the mirror, and the first command of an owner opens the account here.
 */
import type { Work } from '../core/capability.ts';
import { Chore } from '../core/operations/chore.ts';
import type { SequencerPort } from '../core/sequencer/sequencer.ts';
import { isFollowed, type Mirror, NotAtHomeError } from './mirror.ts';

/** What nothing waits for is looked at so often, whatever was heard. */
const LOOK_MS = 10_000;

export interface FollowingParts {
  readonly mirror: Mirror;
  readonly home: Pick<SequencerPort, 'onCommitted'>;
  readonly onFailure: (error: unknown) => void;
  /** Tests look for themselves. */
  readonly lookMs?: number;
}

export class Following implements Work {
  readonly name = 'what engines follow of the home';
  readonly #parts: FollowingParts;
  readonly #owners = new Set<number>();
  readonly #chore: Chore;
  readonly #stopListening: () => void;
  #isBehind = true;
  #looking: Promise<void> | undefined;

  constructor(parts: FollowingParts) {
    this.#parts = parts;
    this.#stopListening = parts.home.onCommitted(({ changes }) => {
      if (!isFollowed(changes)) return;
      this.#isBehind = true;
      this.catchUp().catch(parts.onFailure);
    });
    this.#chore = new Chore(parts.lookMs ?? LOOK_MS, () => {
      this.#isBehind = true;
      return this.catchUp();
    });
    this.#chore.start(parts.onFailure);
  }

  /** Something of the home may have been missed. */
  fallBehind(): void {
    this.#isBehind = true;
  }

  /** Undefined where nothing is missing for a command of this owner, or of nobody. */
  prepare(owner: number | undefined): Promise<void> | undefined {
    const isKnown = owner === undefined || owner === 0 || this.#owners.has(owner);
    if (isKnown && !this.#isBehind && this.#looking === undefined) return undefined;
    return this.#prepare(isKnown ? undefined : owner);
  }

  /** One look at a time; a commit that comes meanwhile has another. */
  async catchUp(): Promise<void> {
    while (this.#isBehind || this.#looking !== undefined) {
      this.#looking ??= this.#look().finally(() => {
        this.#looking = undefined;
      });
      await this.#looking;
    }
  }

  async stop(): Promise<void> {
    this.#stopListening();
    await this.#chore.stop();
    await this.#looking?.catch(() => undefined);
  }

  async #prepare(owner: number | undefined): Promise<void> {
    await this.catchUp();
    if (owner === undefined) return;
    try {
      await this.#parts.mirror.open(owner);
    } catch (error) {
      // Without an account at home there is none here, and the engine says so.
      if (error instanceof NotAtHomeError) return;
      throw error;
    }
    this.#owners.add(owner);
  }

  async #look(): Promise<void> {
    this.#isBehind = false;
    try {
      await this.#parts.mirror.look();
    } catch (error) {
      this.#isBehind = true;
      throw error;
    }
  }
}
