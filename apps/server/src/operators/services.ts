/** Makes what knows operators: who they are, their turns, and what two of them decide. */
import { HOUR_MS } from '@fairlead/units';
import type { Logger } from 'pino';
import type { AuditLog } from '../core/acts/audit.ts';
import type { ProposalEffects } from '../core/acts/effects.ts';
import type { Config } from '../core/config/config.ts';
import type { Secrets } from '../core/operations/secrets.ts';
import type { Database } from '../core/store/database.ts';
import type { Passwords } from '../identity/index.ts';
import type { Outbox } from '../notices/index.ts';
import type { TermsNotices } from '../terms/index.ts';
import { OperatorAdmin } from './access/admin.ts';
import { OperatorEnrolment } from './access/enrolment.ts';
import { OperatorFactors } from './access/factors.ts';
import { OperatorGate } from './access/gate.ts';
import { type MachineReset, resetByMachine } from './access/machine-reset.ts';
import { OperatorPasskeys } from './access/passkeys.ts';
import { SignedApprovals } from './access/signed-approvals.ts';
import { type SignerList, signerList } from './access/signer-list.ts';
import { OperatorSso } from './access/sso.ts';
import { Proposals } from './proposals.ts';
import { Operators } from './service.ts';

export interface OperatorsParts {
  readonly config: Config;
  readonly clock: { now(): number };
  readonly log: Logger;
  readonly database: Database;
  readonly secrets: Secrets;
  readonly audit: AuditLog;
  readonly passwords: Passwords;
  readonly outbox: Outbox;
  readonly termsNotices: TermsNotices;
  /** What proposals of all capabilities do; there once all of them are made. */
  readonly effects: () => ProposalEffects;
}

export interface OperatorsServices {
  readonly operators: Operators;
  readonly operatorPasskeys: OperatorPasskeys;
  readonly operatorSso: OperatorSso;
  /** What operators pass, signed. */
  readonly signedApprovals: SignedApprovals;
  readonly operatorAdmin: OperatorAdmin;
  readonly operatorEnrolment: OperatorEnrolment;
  readonly operatorGate: OperatorGate;
  /** For whoever holds the machine (operators/access/machine-reset.ts). */
  readonly resetByMachine: (name: string) => Promise<MachineReset>;
  /** Everybody's passkeys, for the signer's policy. */
  readonly signerList: () => Promise<SignerList>;
  readonly proposals: Proposals;
}

export function createOperators(parts: OperatorsParts): OperatorsServices {
  const { config, clock, log, database, secrets, passwords, audit, outbox, effects } = parts;
  const { isDemo, rateLimitFactor, publicUrl } = config;
  const coolingOffMs = config.coolingOffHours * HOUR_MS;
  const common = { database, clock, passwords };
  const factors = new OperatorFactors({ database, clock, secrets, issuer: config.brand.name });
  const operatorPasskeys = new OperatorPasskeys({
    database,
    clock,
    audit,
    config: config.passkeys,
    issuer: config.brand.name,
    coolingOffMs,
    isDemo,
  });
  const gate = new OperatorGate(database, isDemo);
  const enrolment = new OperatorEnrolment({ ...common, audit, outbox, publicUrl, coolingOffMs });
  return {
    operatorPasskeys,
    operatorSso: new OperatorSso({ database, clock, secrets, log, config: config.sso }),
    signedApprovals: new SignedApprovals({
      database,
      clock,
      secrets,
      audit,
      passkeys: operatorPasskeys,
    }),
    operators: new Operators({
      ...common,
      factors,
      passkeys: operatorPasskeys,
      audit,
      isDemo,
      rateLimitFactor,
    }),
    operatorAdmin: new OperatorAdmin({ ...common, gate, enrolment, coolingOffMs }),
    operatorEnrolment: enrolment,
    operatorGate: gate,
    resetByMachine: (name) =>
      resetByMachine({ ...common, audit, gate, enrolment, coolingOffMs }, name),
    signerList: () => signerList({ database, clock, passkeys: config.passkeys }),
    proposals: new Proposals({ database, clock, audit, log, effects, notices: parts.termsNotices }),
  };
}
