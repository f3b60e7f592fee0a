/** Makes the services of money in and out. */
import type { Config } from '../config.ts';
import type { ContextClock } from '../context.ts';
import type { Database } from '../store/database.ts';
import { Addresses } from './addresses.ts';
import { BankCards } from './bank-cards.ts';
import type { Codes } from './codes.ts';
import type { CustodyTerms } from './custody-terms.ts';
import { DepositClaims } from './deposits.ts';
import type { People } from './identity-services.ts';
import { PayeeGuard } from './payee-guard.ts';
import type { Secrets } from './secrets.ts';
import { Vip } from './vip.ts';
import { Withdrawals } from './withdrawals.ts';

const HOUR_MS = 60 * 60_000;

export interface CustodyOptions {
  readonly config: Pick<Config, 'isDemo' | 'coolingOffHours'>;
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
  const guard = new PayeeGuard({ ...people, database, codes });
  const addresses = new Addresses({
    database,
    clock,
    guard,
    coolingOffMs,
    network: config.isDemo ? 'test' : 'main',
  });
  const bankCards = new BankCards({ database, clock, secrets, guard, coolingOffMs });
  return {
    addresses,
    bankCards,
    withdrawals: new Withdrawals({
      ...people,
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
