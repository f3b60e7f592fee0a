/** What tests of each product's terms do with them: propose, pass, look back, end between decision and effect. */
import type { TermsSaved } from '@fairlead/contract';
import type { TestServer } from '../../../test/support/fixture.ts';
import { decideProposal } from '../../core/acts/proposal-queries.ts';
import { operator, passSaved, proposalOf, type TestOperator } from './fixture.ts';

/** Of every save here. */
export const reason = 'agreed at the monthly review';

/** Two who may change terms together, and one who looks. */
export async function termsOperators(server: TestServer): Promise<{
  readonly manager: TestOperator;
  readonly manager2: TestOperator;
  readonly auditor: TestOperator;
}> {
  return {
    manager: await operator(server, 'manager'),
    manager2: await operator(server, 'manager'),
    auditor: await operator(server, 'auditor'),
  };
}

interface Saved {
  readonly type: string;
  readonly text: string;
  readonly message: TermsSaved;
}

function savedIn({ type, text, message }: Saved): TermsSaved {
  if (type !== 'ok') throw new Error(text);
  return message;
}

/** The proposal that a save became. */
export const proposedBy = async (save: Promise<Saved>): Promise<number> =>
  proposalOf(savedIn(await save));

/** In force, by as many people as it takes. */
export const inForceBy = async (
  server: TestServer,
  save: Promise<Saved>,
  by: TestOperator,
): Promise<void> => passSaved(server, savedIn(await save), by);

export const passBy = (server: TestServer, { token }: TestOperator, id: number) =>
  server.call('decideProposal', { id, decision: 'passed' }, { token });

/** Versions of terms, newest first, and who asked for each. */
export async function historyOf(server: TestServer, subject: string, { token }: TestOperator) {
  const { list } = await server.data('termsHistory', { subject }, { token });
  return list.map(({ before, after, operator: by }) => ({
    before: before === undefined ? undefined : JSON.parse(before),
    after: JSON.parse(after),
    by,
  }));
}

/** Passed in the table, and nothing more: as where the process ends before the effect. */
export async function passInTable(
  server: TestServer,
  { operatorId }: TestOperator,
  proposalId: number,
): Promise<void> {
  await decideProposal(server.context.database, {
    proposalId,
    decision: 'passed',
    decidedBy: operatorId,
    reason: undefined,
    nowMs: server.clock.now(),
    openSinceMs: 0,
  });
}

/** Starts again and carries out what was passed, twice: the second time finds nothing to do. */
export async function restartAndFinish(server: TestServer): Promise<void> {
  await server.restart();
  for (let time = 0; time < 2; time += 1) await server.context.proposals.finishAll();
}
