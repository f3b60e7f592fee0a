/**
 * An entry between accounts of two engines as one entry in each, against the world outside, each under a reference of its own. Only
 * the house has such: what users move goes by a transfer. Whoever repeats it goes on with the half that is missing.
 */
import type { Command, PostEntry, PostingAccount, Reject, Result } from '@fairlead/engine';
import { amountMinor } from '@fairlead/units';
import type { EngineName } from '../core/config/engines.ts';
import { engineOf, HOME, keeperOfSide } from './shares.ts';

export interface Halves {
  readonly whole: PostEntry;
  readonly out: PostEntry;
  readonly into: PostEntry;
}

/** Undefined of what one engine books alone. */
export function halvesOf(command: Command): Halves | undefined {
  if (command.kind !== 'post_entry') return undefined;
  const { source, target, reference } = command;
  const [from, to] = [keeperOfSide(source), keeperOfSide(target)];
  if (from === undefined || to === undefined || from === to) return undefined;
  const outside: PostingAccount = { house: 'external' };
  return {
    whole: command,
    out: { ...command, target: outside, reference: `${reference}:out` },
    into: { ...command, source: outside, reference: `${reference}:in` },
  };
}

/** Both, or none: what the second one's engine would refuse is refused before the first is booked. */
export async function postHalves(
  { whole, out, into }: Halves,
  runAt: (name: EngineName, command: Command) => Promise<Result>,
): Promise<Result> {
  const refusalOf = async (name: EngineName, entry: PostEntry): Promise<Reject | undefined> => {
    const asked = await runAt(name, { ...entry, amount: NOTHING });
    return asked.ok || asked.reject === FOR_NOTHING ? undefined : asked.reject;
  };
  // The home knows everybody, and has what was booked in one before the engines were divided.
  const refusal = await refusalOf(HOME, whole);
  if (refusal !== undefined) return { ok: false, reject: refusal };
  const later = await refusalOf(engineOf(into), into);
  if (later !== undefined && later !== 'duplicate_reference') return { ok: false, reject: later };
  const taken = await runAt(engineOf(out), out);
  if (!taken.ok && taken.reject !== 'duplicate_reference') return taken;
  return runAt(engineOf(into), into);
}

/** Engines look at the amount last: an entry of nothing books nothing, and is refused for anything else before. */
const NOTHING = amountMinor(0n);
const FOR_NOTHING: Reject = 'amount_not_positive';
