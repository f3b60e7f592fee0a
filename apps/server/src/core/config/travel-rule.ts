/** The provider that carries travel rule messages, and who this exchange is in them; off where none is named. */
import { isPrivateWay, type ProviderConfig } from './providers.ts';
import { optional, preset } from './setting.ts';
import { ConfigError, country, integer, matching, secret, upTo, url } from './values.ts';

const KEY_CHARACTERS_MIN = 32;
const THRESHOLD_MAX = 1_000_000_000;

export const travelRuleSettings = {
  TRAVEL_RULE_URL: optional(url('http:', 'https:'), {
    meaning:
      'the provider that carries travel rule messages ([travel rule](travel-rule.md)); `https://` of a public network, except on this machine',
  }),
  TRAVEL_RULE_SECRET: optional(secret(KEY_CHARACTERS_MIN), {
    meaning:
      '32 or more random characters: signs what is sent to that provider and what it answers; belongs to `TRAVEL_RULE_URL`',
    isSecret: true,
  }),
  TRAVEL_RULE_THRESHOLD: preset(integer(0, THRESHOLD_MAX), {
    fallback: '0',
    meaning:
      'worth in USDT from which a withdrawal to another provider waits for that provider, and a deposit for its origin: 0 is every one, as the EU has it; FATF recommends 1000',
  }),
  TRAVEL_RULE_PROOF_FROM: optional(integer(0, THRESHOLD_MAX), {
    meaning:
      'worth in USDT from which an own wallet is to be proven by a signature, as the EU has it above 1000 EUR; not below `TRAVEL_RULE_THRESHOLD`; belongs to `TRAVEL_RULE_URL`',
    otherwise: 'the word is enough',
  }),
  TRAVEL_RULE_NAME: optional(upTo(100), {
    meaning: 'legal name of whoever runs this exchange; belongs to `TRAVEL_RULE_URL`',
  }),
  TRAVEL_RULE_COUNTRY: optional(country, {
    meaning: 'where it is registered, as ISO 3166 has it; belongs to `TRAVEL_RULE_URL`',
  }),
  TRAVEL_RULE_ADDRESS: optional(upTo(70), {
    meaning: 'its street and number; belongs to `TRAVEL_RULE_URL`',
  }),
  TRAVEL_RULE_TOWN: optional(upTo(35), {
    meaning: 'its postcode and town; belongs to `TRAVEL_RULE_URL`',
  }),
  TRAVEL_RULE_LEI: optional(
    matching(/^[0-9A-Z]{18}[0-9]{2}$/, 'is not 20 characters as ISO 17442 has them', true),
    { meaning: 'its Legal Entity Identifier, where it has one' },
  ),
};

/** Who this exchange is in a message. */
export interface LegalPerson {
  readonly name: string;
  /** ISO 3166 alpha-2. */
  readonly country: string;
  readonly address: string;
  readonly town: string;
  readonly lei: string | undefined;
}

export interface TravelRuleConfig extends ProviderConfig {
  /** Worth in USDT. */
  readonly threshold: number;
  /** Worth in USDT; absent: nobody proves an own wallet. */
  readonly proofFrom: number | undefined;
  readonly self: LegalPerson;
}

interface GivenTravelRule {
  readonly TRAVEL_RULE_URL?: URL | undefined;
  readonly TRAVEL_RULE_SECRET?: string | undefined;
  readonly TRAVEL_RULE_THRESHOLD: number;
  readonly TRAVEL_RULE_PROOF_FROM?: number | undefined;
  readonly TRAVEL_RULE_NAME?: string | undefined;
  readonly TRAVEL_RULE_COUNTRY?: string | undefined;
  readonly TRAVEL_RULE_ADDRESS?: string | undefined;
  readonly TRAVEL_RULE_TOWN?: string | undefined;
  readonly TRAVEL_RULE_LEI?: string | undefined;
}

export function readTravelRule(given: GivenTravelRule): TravelRuleConfig | undefined {
  const { TRAVEL_RULE_URL: address, TRAVEL_RULE_LEI: lei } = given;
  if (address === undefined) {
    const { TRAVEL_RULE_THRESHOLD: _, ...rest } = given;
    const alone = Object.entries(rest).find(
      ([name, value]) => name.startsWith('TRAVEL_RULE_') && value !== undefined,
    );
    if (alone !== undefined) throw new ConfigError('TRAVEL_RULE_URL', `belongs to ${alone[0]}`);
    return undefined;
  }
  const needed = (name: Exclude<keyof GivenTravelRule, 'TRAVEL_RULE_URL'>): string => {
    const value = given[name];
    if (value === undefined) throw new ConfigError(name, 'belongs to TRAVEL_RULE_URL');
    return String(value);
  };
  if (!isPrivateWay(address)) throw new ConfigError('TRAVEL_RULE_URL', 'must begin with https://');
  const { TRAVEL_RULE_THRESHOLD: threshold, TRAVEL_RULE_PROOF_FROM: proofFrom } = given;
  if (proofFrom !== undefined && proofFrom < threshold)
    throw new ConfigError('TRAVEL_RULE_PROOF_FROM', 'is below TRAVEL_RULE_THRESHOLD');
  return {
    url: address,
    secret: needed('TRAVEL_RULE_SECRET'),
    threshold,
    proofFrom,
    self: {
      name: needed('TRAVEL_RULE_NAME'),
      country: needed('TRAVEL_RULE_COUNTRY'),
      address: needed('TRAVEL_RULE_ADDRESS'),
      town: needed('TRAVEL_RULE_TOWN'),
      lei,
    },
  };
}
