import { type RatePpm, ratePpm } from '@fairlead/units';
import type { OwnerId } from '../terms.ts';

/** Who has invitees, or is a partner. An invited owner points here, so that a fee finds its ratio at once. */
export class Inviter {
  readonly owner: OwnerId;
  invitees = 0;
  /** Their own as a partner. */
  partnerRatio: RatePpm | undefined = undefined;
  /** What holds now: their own, else their level's. */
  ratio = ratePpm(0n);

  constructor(owner: OwnerId) {
    this.owner = owner;
  }
}
