/**
 * A provider that carries travel rule messages, for trying it out and for tests: it accepts, but what is to be rejected, what it
 * does not know, and what it is still thinking of; and the messages that it posts for deposits. `npm run sandbox:travel-rule` listens on PORT (9182) with TRAVEL_RULE_SECRET; a provider's or
 * beneficiary's name with a word of REJECTED, UNKNOWN or PENDING (comma-separated) is answered so.
 */
import type { Server } from 'node:http';
import type { RequestOf } from '@fairlead/contract';
import { signedHeaders } from '../core/operations/signed-calls.ts';
import { type SandboxOptions, signedSandbox } from '../core/operations/signed-sandbox.ts';
import type { TravelAnswer, TravelQuestion, TravelTelling } from './provider.ts';

export interface TravelSandboxOptions extends SandboxOptions<TravelQuestion | TravelTelling> {
  /** Parts of names, whatever their case. */
  rejected?: readonly string[];
  unknown?: readonly string[];
  pending?: readonly string[];
}

export const travelRuleSandbox = (options: TravelSandboxOptions): Server =>
  signedSandbox<TravelQuestion | TravelTelling>(options, {
    rightAnswer: (asked) =>
      'message' in asked ? { id: asked.id, answer: 'taken' } : answerOf(asked, options),
  });

/** The message of another provider for a deposit, as a gateway posts it; gives the status. */
export async function postMessage(
  callback: URL,
  message: RequestOf<'travelCallback'>,
  { secret, now = Date.now }: { readonly secret: string; readonly now?: () => number },
): Promise<number> {
  const body = JSON.stringify(message);
  const headers = signedHeaders({ id: message.id, body }, { secret, nowMs: now() });
  return (await fetch(callback, { method: 'POST', headers, body })).status;
}

/** A message with one name on each side. */
export const messageFor = (
  transfer: Omit<RequestOf<'travelCallback'>['transfer'], 'direction'>,
  { id, originator, beneficiary }: Readonly<Record<'id' | 'originator' | 'beneficiary', string>>,
): RequestOf<'travelCallback'> => {
  const person = (primaryIdentifier: string) => ({
    naturalPerson: { name: { nameIdentifier: [{ primaryIdentifier }] } },
  });
  return {
    id,
    transfer: { direction: 'in', ...transfer },
    ivms101: {
      originator: { originatorPerson: [person(originator)] },
      beneficiary: { beneficiaryPerson: [person(beneficiary)] },
    },
  };
};

function answerOf(question: TravelQuestion, options: TravelSandboxOptions): TravelAnswer {
  const { id, provider, ivms101, transfer } = question;
  // Of whoever is at the other provider: the beneficiary of what leaves, the originator of what came.
  const persons =
    transfer.direction === 'out'
      ? ivms101.beneficiary.beneficiaryPerson
      : ivms101.originator.originatorPerson;
  const names = persons.flatMap(({ naturalPerson: { name } }) =>
    name.nameIdentifier.map(({ primaryIdentifier }) => primaryIdentifier),
  );
  const said = [provider, ...names].join('\n').toLowerCase();
  const has = (words: readonly string[] = []) =>
    words.some((word) => word !== '' && said.includes(word.toLowerCase()));
  const base = { id, reference: `sandbox-${id}` };
  if (has(options.unknown)) return { ...base, answer: 'unknown_provider' };
  if (has(options.rejected))
    return { ...base, answer: 'rejected', reason: 'no such customer at this address' };
  return { ...base, answer: has(options.pending) ? 'pending' : 'accepted' };
}
