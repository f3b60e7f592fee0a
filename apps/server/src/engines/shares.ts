/** Which engine keeps what, where there is one for each product (docs/internals/growth.md). */
import {
  type AccountKind,
  type Command,
  type FuturesCommand,
  type HostingCommand,
  type HouseAccount,
  isSubAccount,
  type OptionCommand,
  type PostingAccount,
  type StoredSnapshot,
  type UserAccount,
} from '@fairlead/engine';
import {
  ENGINE_NAMES,
  type EngineName,
  NUMBERS_APART,
  PRODUCT_ENGINES,
  type ProductEngine,
} from '../core/config/engines.ts';

/** People, operators and money in and out are with it. */
export const HOME = 'spot' satisfies EngineName;

interface Share {
  /** The one that users have, and those of the house that no other engine has. */
  readonly accounts: readonly [UserAccount, ...HouseAccount[]];
  /** All their rows, the past too, for lists. */
  readonly tables: readonly string[];
  /** What of an engine's state is of it alone. */
  readonly state: readonly (keyof StoredSnapshot)[];
}

/** Of each product. What is in none is the home's. */
export const SHARES: Readonly<Record<ProductEngine, Share>> = {
  futures: {
    accounts: ['contract', 'contract_house', 'insurance_fund'],
    tables: ['futures_terms', 'positions'],
    state: ['futuresTerms', 'positions'],
  },
  options: {
    accounts: ['option', 'option_house', 'option_escrow'],
    tables: ['option_terms', 'option_currencies', 'option_orders'],
    state: ['optionTerms', 'optionCurrencies', 'options', 'windowSamples'],
  },
  wealth: {
    accounts: ['trust', 'yield_treasury'],
    tables: ['hosting_products', 'hosting_orders'],
    state: ['hostingProducts', 'hostings'],
  },
};

/** Accounts of users that an engine keeps. */
export const accountsOf = (name: EngineName): readonly [UserAccount] => [
  name === HOME ? 'coin' : SHARES[name].accounts[0],
];

/** Who keeps an account. Capital is put in at the home, and what each has for itself is asked there. */
export const keeperOf = (account: AccountKind): EngineName =>
  PRODUCT_ENGINES.find((name) => SHARES[name].accounts.some((each) => each === account)) ?? HOME;

/** Behind which number an engine begins to count sequences, orders, trades, entries and receipts. */
export const numbersAfter = (name: EngineName): number =>
  ENGINE_NAMES.indexOf(name) * NUMBERS_APART;

/** Which engine gave a transfer its number. */
export const senderOf = (transferId: number): EngineName =>
  ENGINE_NAMES[Math.floor((transferId - 1) / NUMBERS_APART)] ?? HOME;

/** Who keeps one side of an entry; undefined for the world outside, which every engine books against. */
export function keeperOfSide(side: PostingAccount): EngineName | undefined {
  if ('account' in side) return keeperOf(side.account);
  return side.house === 'external' ? undefined : keeperOf(side.house);
}

type ProductCommands = Record<FuturesCommand['kind'], 'futures'> &
  Record<OptionCommand['kind'], 'options'> &
  Record<HostingCommand['kind'], 'wealth'>;

const PRODUCT_COMMANDS: ProductCommands = {
  configure_futures: 'futures',
  open_position: 'futures',
  cancel_position: 'futures',
  close_position: 'futures',
  close_positions: 'futures',
  add_margin: 'futures',
  reverse_position: 'futures',
  set_stops: 'futures',
  set_level: 'futures',
  remove_level: 'futures',
  amend_position: 'futures',
  configure_options: 'options',
  configure_option_currency: 'options',
  buy_option: 'options',
  settle_due: 'options',
  configure_hosting: 'wealth',
  buy_hosting: 'wealth',
  redeem_hosting: 'wealth',
};

/** Which engine runs a command. Of an entry between two of them each runs its own half (joined.ts). */
export function engineOf(command: Command): EngineName {
  switch (command.kind) {
    case 'transfer':
      return keeperOf(command.source);
    case 'move_in_family':
      return keeperOf(command.account);
    case 'receive_transfer':
      return keeperOf(command.target);
    case 'end_transfer':
    case 'restore_transfer':
      return senderOf(command.transferId);
    case 'post_entry':
      return keeperOfSide(command.source) ?? keeperOfSide(command.target) ?? HOME;
    default:
      return command.kind in PRODUCT_COMMANDS
        ? PRODUCT_COMMANDS[command.kind as keyof ProductCommands]
        : HOME;
  }
}

/** On whose behalf a command is, where it is anybody's. */
export function ownerOf(command: Command): number | undefined {
  // A sub-account is opened behind its main account.
  if (command.kind === 'move_in_family' && isSubAccount(command.targetOwner))
    return command.targetOwner;
  if (command.kind !== 'post_entry') return 'owner' in command ? command.owner : undefined;
  const side = [command.source, command.target].find((each) => 'owner' in each);
  return side && 'owner' in side ? side.owner : undefined;
}
