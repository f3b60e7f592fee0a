/**
 * A provider that carries travel rule messages, for trying it out and for tests: it accepts, but what is to be rejected, what it
 * does not know, and what it is still thinking of. `npm run sandbox:travel-rule` listens on PORT (9182) with TRAVEL_RULE_SECRET; a provider's or
 * beneficiary's name with a word of REJECTED, UNKNOWN or PENDING (comma-separated) is answered so.
 */
import type { Server } from 'node:http';
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

function answerOf(question: TravelQuestion, options: TravelSandboxOptions): TravelAnswer {
  const { id, provider, ivms101 } = question;
  const names = ivms101.beneficiary.beneficiaryPerson.flatMap(({ naturalPerson: { name } }) =>
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
