/** Makes what the console's calls need beside the rest: operators, their turns, and what two decide. */
import type { Context } from '../context.ts';
import { Mutex } from '../store/mutex.ts';
import type { Outbox } from './codes-outbox.ts';
import type { Passwords } from './identity-passwords.ts';
import { Operators } from './operators.ts';
import { OperatorAdmin } from './operators-admin.ts';
import { OperatorEnrolment } from './operators-enrolment.ts';
import { OperatorFactors } from './operators-factors.ts';
import { OperatorGate } from './operators-gate.ts';
import { OperatorViews } from './operators-views.ts';
import { Proposals } from './proposals.ts';
import { proposalEffects } from './proposals-effects.ts';
import { QueueLeases } from './queue-leases.ts';
import type { Secrets } from './secrets.ts';
import { SentMarks } from './sent-marks.ts';
import { TermsNotices } from './terms-notices.ts';

const HOUR_MS = 60 * 60_000;

export interface OperatorParts
  extends Pick<
    Context,
    | 'config'
    | 'clock'
    | 'log'
    | 'database'
    | 'sequencer'
    | 'custodyTerms'
    | 'reconciler'
    | 'trading'
    | 'audit'
    | 'reserves'
    | 'orderGate'
    | 'messages'
  > {
  readonly outbox: Outbox;
  readonly secrets: Secrets;
  readonly passwords: Passwords;
}

export type OperatorServices = Pick<
  Context,
  | 'operators'
  | 'operatorAdmin'
  | 'operatorEnrolment'
  | 'operatorGate'
  | 'leases'
  | 'views'
  | 'proposals'
  | 'sentMarks'
  | 'claimTurn'
>;

export function createOperators(parts: OperatorParts): OperatorServices {
  const { config, clock, log, database, secrets, passwords, audit } = parts;
  const { isDemo, rateLimitFactor } = config;
  const coolingOffMs = config.coolingOffHours * HOUR_MS;
  const factors = new OperatorFactors({ database, clock, secrets });
  const operatorGate = new OperatorGate(database, isDemo);
  const operatorEnrolment = new OperatorEnrolment({
    database,
    clock,
    passwords,
    audit,
    outbox: parts.outbox,
    publicUrl: config.publicUrl,
    coolingOffMs,
  });
  const sentMarks = new SentMarks(parts);
  const effects = proposalEffects({ ...parts, sentMarks });
  const notices = new TermsNotices({ ...parts, hours: config.termsNoticeHours });
  return {
    operators: new Operators({
      database,
      clock,
      passwords,
      factors,
      audit,
      isDemo,
      rateLimitFactor,
    }),
    operatorAdmin: new OperatorAdmin({
      database,
      clock,
      passwords,
      gate: operatorGate,
      enrolment: operatorEnrolment,
      coolingOffMs,
    }),
    operatorEnrolment,
    operatorGate,
    leases: new QueueLeases(clock),
    views: new OperatorViews({ database, clock, log }),
    proposals: new Proposals({ database, clock, audit, log, effects, notices }),
    sentMarks,
    claimTurn: new Mutex(),
  };
}
