/** What point 14 was about, and what its mending could get wrong, each with the rule that must find it. */
import type { Mistake } from '../../../../test/support/planted-source.ts';

export interface PlantedMistake extends Mistake {
  /** As it is called in lead-rules.ts. */
  readonly rule: string;
  /** Part of what that says. */
  readonly finding: string;
}

const PROCESSES = 'apps/server/src/core/processes';

export const PLANTED_MISTAKES: readonly PlantedMistake[] = [
  {
    name: 'the secret is not compared',
    file: 'apps/server/src/core/operations/deployment.ts',
    find: 'if (kept === present) return;',
    replace: 'if (kept.length === present.length) return;',
    rule: 'a process with another secret is refused',
    finding: 'with another secret: undefined',
  },
  {
    name: 'nobody asks for the secret',
    file: 'apps/server/src/composition/bring-up.ts',
    find: '  await proveSecret(database, config, { deployment, nowMs });\n',
    replace: '',
    rule: 'a process with another secret is refused',
    finding: 'with another secret: undefined',
  },
  {
    name: 'a candidate leads whether it hears anybody or not',
    file: `${PROCESSES}/candidate.ts`,
    find: 'return others.some((other) => processes.includes(other));',
    replace: 'return processes.length >= 0;',
    rule: 'who hears none of those that are there does not lead',
    finding: 'it may lead',
  },
  {
    name: 'gateways need not be heard',
    file: 'apps/server/src/core/store/leader-queries.ts',
    find: "LIKE 'fairlead gateway %'",
    replace: "LIKE 'nobody %'",
    rule: 'who hears none of those that are there does not lead',
    finding: 'it may lead',
  },
  {
    name: 'what was proved before the lock is believed for ever',
    file: 'apps/server/src/core/sequencer/lead.ts',
    find: 'if (candidate === undefined || (await candidate.isProven())) return writer;',
    replace: 'if (candidate !== undefined || options.database !== undefined) return writer;',
    rule: 'who no longer hears them gives the lock back',
    finding: 'it was asked before the lock',
  },
  {
    name: 'the silence of who was never heard is its death',
    file: `${PROCESSES}/standby.ts`,
    find: 'if (!processes.includes(process)) return false;',
    replace: '',
    rule: 'who was never heard is not silent',
    finding: 'a leader that was never heard was ended',
  },
  {
    name: 'a word that is not the leader’s counts as hearing it',
    file: `${PROCESSES}/standby.ts`,
    find: 'if (signs?.process !== process) return false;\n    this.#heard = process;',
    replace: 'this.#heard = signs?.process;',
    rule: 'who was never heard is not silent',
    finding: 'a leader that was never heard was ended',
  },
  {
    name: 'a leader that still beats in the database is ended',
    file: `${PROCESSES}/standby.ts`,
    find: 'if (this.#now() - this.#signsAtMs < UNMOVED_MS) {',
    replace: 'if (this.#now() < this.#signsAtMs) {',
    rule: 'who beats in the database is not ended',
    finding: 'a leader that beats in the database was ended',
  },
  {
    name: 'only who was heard to move by this standby itself is ever ended',
    file: `${PROCESSES}/standby.ts`,
    find: `    if (process === this.#heard) return true;
    const { processes } = await this.#parts.sightings.read();`,
    replace: `    const processes = [this.#heard].filter(() => (this.#last?.beat ?? 0) < 7);`,
    rule: 'who hung before the standby began is ended',
    finding: 'a leader that hung before the standby began is kept',
  },
  {
    name: 'nobody looks who spoke here before',
    file: `${PROCESSES}/standby.ts`,
    find: 'const { processes } = await this.#parts.sightings.read();',
    replace: 'const processes: string[] = [];',
    rule: 'and so is who hung long before',
    finding: 'a leader whose word has expired is kept',
  },
];
