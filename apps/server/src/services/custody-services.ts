/** Makes the services of money in and out. */
import type { Config } from '../config.ts';
import type { ContextClock } from '../context.ts';
import { FUND_PASSWORD_CALLS_WAITING_MAX } from '../limits.ts';
import type { Database } from '../store/database.ts';
import { Addresses } from './addresses.ts';
import { BankCards } from './bank-cards.ts';
import type { Codes } from './codes.ts';
import type { CustodyTerms } from './custody-terms.ts';
import { DepositClaims } from './deposits.ts';
import type { People } from './identity-services.ts';
import { PayeeGuard } from './payee-guard.ts';
import type { Secrets } from './secrets.ts';
import { UserTurns } from './user-turns.ts';
import { Vip } from './vip.ts';
import { Withdrawals } from './withdrawals.ts';

const HOUR_MS = 60 * 60_000;

export interface CustodyOptions {
  readonly config: Pick<Config, 'isDemo' | 'coolingOffHours' | 'chains'>;
  readonly clock: ContextClock;
  readonly database: Database;
  readonly secrets: Secrets;
  readonly codes: Codes;
  readonly people: People;
  readonly custodyTerms: CustodyTerms;
}

export interface Custody {
  readonly addresses: Addresses;
  readonly bankCards: BankCards;
  readonly withdrawals: Withdrawals;
  readonly depositClaims: DepositClaims;
  readonly vip: Vip;
}

export function createCustody(options: CustodyOptions): Custody {
  const { config, clock, database, secrets, codes, people, custodyTerms } = options;
  const coolingOffMs = config.coolingOffHours * HOUR_MS;
  // A try at a fund password counts before it is looked at: of many right ones at once some would be locked out.
  const turns = new UserTurns(FUND_PASSWORD_CALLS_WAITING_MAX);
  const fundPasswords = {
    has: (userId: number) => people.fundPasswords.has(userId),
    verify: (userId: number, password: string) =>
      turns.run(userId, () => people.fundPasswords.verify(userId, password)),
  };
  const guard = new PayeeGuard({ ...people, fundPasswords, database, codes });
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
  return {
    addresses,
    bankCards,
    withdrawals: new Withdrawals({
      ...people,
      fundPasswords,
      database,
      clock,
      custodyTerms,
      addresses,
      bankCards,
    }),
    depositClaims: new DepositClaims({ database, custodyTerms, files: people.files }),
    vip: new Vip({ database, clock, custodyTerms }),
  };
}
