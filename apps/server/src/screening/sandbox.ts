/**
 * A provider that screens, for trying it out and for tests: clear, but for what it is told to find. `npm run sandbox:screening`
 * listens on PORT (9180) with SCREENING_SECRET; an address, a transaction or a name with a word of HITS (comma-separated) is a hit.
 */
import type { Server } from 'node:http';
import { type SandboxOptions, signedSandbox } from '../core/operations/signed-sandbox.ts';
import type { ScreeningQuestion } from './provider.ts';

export interface ScreeningSandboxOptions extends SandboxOptions<ScreeningQuestion> {
  /** What is found: parts of addresses, transactions and names, whatever their case. */
  hits: readonly string[];
}

export const screeningSandbox = (options: ScreeningSandboxOptions): Server =>
  signedSandbox(options, {
    rightAnswer: (question) => rightAnswer(question, options.hits),
  });

function rightAnswer(question: ScreeningQuestion, hits: readonly string[]): object {
  const { id, address, transaction, person } = question;
  const said = [address?.address, transaction?.tx_id, person?.name].join('\n').toLowerCase();
  const isHit = hits.some((hit) => hit !== '' && said.includes(hit.toLowerCase()));
  return { id, verdict: isHit ? 'hit' : 'clear', risk: isHit ? 90 : 3, reference: `sandbox-${id}` };
}
