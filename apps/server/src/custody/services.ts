/** Makes what money in and out goes by: its terms, to whom it goes, and the desks of both ways. */
import { HOUR_MS } from '@fairlead/units';
import type { Config } from '../core/config/config.ts';
import type { Events } from '../core/http/events.ts';
import { FUND_PASSWORD_CALLS_WAITING_MAX } from '../core/http/limits.ts';
import { UserTurns } from '../core/http/user-turns.ts';
import type { Secrets } from '../core/operations/secrets.ts';
import type { SequencerPort } from '../core/sequencer/sequencer.ts';
import type { Database } from '../core/store/database.ts';
import { Mutex } from '../core/store/mutex.ts';
import type { Codes, FundPasswords, Passkeys, SecurityLocks, UserOtp } from '../identity/index.ts';
import type { Messages } from '../notices/index.ts';
import type { Files, Verifications } from '../verification/index.ts';
import { DepositClaims } from './deposits/desk.ts';
import { Addresses } from './payees/addresses.ts';
import { BankCards } from './payees/bank-cards.ts';
import { PayeeGuard } from './payees/guard.ts';
import { SignedIntents } from './signing/signed-intents.ts';
import { type CustodyTerms, loadCustodyTerms } from './terms/terms.ts';
import { Withdrawals } from './withdrawals/desk.ts';
import { SentMarks } from './withdrawals/sent-marks.ts';
import { Vip } from './withdrawals/vip.ts';

export interface CustodyParts {
  readonly config: Pick<Config, 'isDemo' | 'coolingOffHours' | 'reviewHours' | 'chains'>;
  readonly clock: { now(): number };
  readonly database: Database;
  readonly sequencer: SequencerPort;
  readonly secrets: Secrets;
  readonly events: Events;
  readonly codes: Codes;
  readonly securityLocks: SecurityLocks;
  readonly fundPasswords: FundPasswords;
  readonly userOtp: UserOtp;
  readonly passkeys: Passkeys;
  readonly messages: Messages;
  readonly files: Files;
  readonly verification: Verifications;
}

export interface CustodyServices {
  readonly custodyTerms: CustodyTerms;
  readonly addresses: Addresses;
  readonly bankCards: BankCards;
  readonly withdrawals: Withdrawals;
  readonly depositClaims: DepositClaims;
  readonly vip: Vip;
  readonly sentMarks: SentMarks;
  readonly signedIntents: SignedIntents;
  readonly claimTurn: Mutex;
}

export async function createCustody(parts: CustodyParts): Promise<CustodyServices> {
  const { config, clock, database, secrets, events, files } = parts;
  const custodyTerms = await loadCustodyTerms({
    database,
    clock,
    onChanged: () => events.emit('terms_changed', undefined),
  });
  const coolingOffMs = config.coolingOffHours * HOUR_MS;
  // A try at a fund password counts before it is looked at: of many right ones at once some would be locked out.
  const turns = new UserTurns(FUND_PASSWORD_CALLS_WAITING_MAX);
  const fundPasswords = {
    has: (userId: number) => parts.fundPasswords.has(userId),
    verify: (userId: number, password: string) =>
      turns.run(userId, () => parts.fundPasswords.verify(userId, password)),
  };
  const signedIntents = new SignedIntents(parts);
  const guard = new PayeeGuard({ ...parts, fundPasswords, signedIntents });
  const addresses = new Addresses({
    database,
    clock,
    guard,
    coolingOffMs,
    // A demo that watches a Bitcoin test network takes its addresses; any other the ones people have.
    network:
      config.isDemo && config.chains.chains.some(({ chain }) => chain === 'OMNI') ? 'test' : 'main',
  });
  const bankCards = new BankCards({ database, clock, secrets, guard, coolingOffMs });
  const { reviewHours } = config;
  const desk = {
    ...parts,
    fundPasswords,
    custodyTerms,
    addresses,
    bankCards,
    reviewHours,
    signedIntents,
  };
  return {
    custodyTerms,
    addresses,
    bankCards,
    withdrawals: new Withdrawals(desk),
    depositClaims: new DepositClaims({ database, custodyTerms, files }),
    vip: new Vip({ database, clock, custodyTerms }),
    sentMarks: new SentMarks(parts),
    signedIntents,
    claimTurn: new Mutex(),
  };
}
