/** Everything an operator does is in the audit log before it happens, and what became of it when refused. */
import { ProblemError } from '@fairlead/contract';
import type { Command, Value } from '@fairlead/engine';
import { rejectCode, toProblem } from '../http/envelope.ts';
import type { Caller } from '../http/handler.ts';
import type { SequencerPort } from '../sequencer/sequencer.ts';
import type { AuditLog } from './audit.ts';

export interface Act {
  /** E.g. "deposit.passed". */
  readonly action: string;
  /** What it is done to, e.g. "deposit 17". */
  readonly subject: string;
  /** What was asked for; never a secret. */
  readonly detail?: Readonly<Record<string, unknown>>;
}

export interface ActingCall {
  readonly caller: Caller;
  readonly ip: string;
}

/** Notes the act, then does it; a refusal is noted with its code. */
export async function act<Answer>(
  { audit }: { readonly audit: Pick<AuditLog, 'add'> },
  { caller, ip }: ActingCall,
  { action, subject, detail = {} }: Act,
  run: () => Promise<Answer>,
): Promise<Answer> {
  if (caller.kind !== 'operator') throw new ProblemError('not_logged_in');
  const entry = { operatorId: caller.operatorId, subject, ip };
  await audit.add({ ...entry, action, detail });
  try {
    return await run();
  } catch (error) {
    const code = toProblem(error)?.code ?? 'internal';
    await audit.add({ ...entry, action: `${action}.refused`, detail: { code } });
    throw error;
  }
}

/** Runs a command of an operator; a refusal of the engine is thrown as its code. */
export async function runCommand(
  { sequencer }: { readonly sequencer: Pick<SequencerPort, 'run'> },
  command: Command,
): Promise<Value> {
  const result = await sequencer.run(command);
  if (!result.ok) throw new ProblemError(rejectCode(result.reject, command.kind));
  return result.value;
}

/** Throws `unavailable` while the books do not add up: nothing is posted on top of a drift (G4). */
export function checkSound({
  reconciler,
}: {
  readonly reconciler: { readonly isSound: boolean };
}): void {
  if (!reconciler.isSound) throw new ProblemError('unavailable');
}
