/** Which engine keeps what, where there is one for each product (docs/internals/growth.md). */
import type { Command, HouseAccount, PostingAccount, UserAccount } from '@fairlead/engine';
import { ENGINE_NAMES, type EngineName, NUMBERS_APART } from '../core/config/engines.ts';

/** People, operators and money in and out are with it. */
export const HOME = 'spot' satisfies EngineName;

const ACCOUNTS: Readonly<Record<EngineName, UserAccount>> = {
  spot: 'coin',
  futures: 'contract',
  options: 'option',
  wealth: 'trust',
};

/** Accounts that an engine keeps. */
export const accountsOf = (name: EngineName): readonly [UserAccount] => [ACCOUNTS[name]];

/** Who keeps an account. */
export function keeperOf(account: UserAccount): EngineName {
  return ENGINE_NAMES.find((name) => ACCOUNTS[name] === account) ?? HOME;
}

/** Behind which number an engine begins to count sequences, orders, trades, entries and receipts. */
export const numbersAfter = (name: EngineName): number =>
  ENGINE_NAMES.indexOf(name) * NUMBERS_APART;

/** Which engine gave a transfer its number. */
export const senderOf = (transferId: number): EngineName =>
  ENGINE_NAMES[Math.floor((transferId - 1) / NUMBERS_APART)] ?? HOME;

/** Accounts of the house that one engine alone has; the others each has for itself, and capital is put in at the home. */
const HOUSES: Readonly<Partial<Record<HouseAccount, EngineName>>> = {
  contract_house: 'futures',
  insurance_fund: 'futures',
  option_house: 'options',
  option_escrow: 'options',
  yield_treasury: 'wealth',
};

/** Who keeps one side of an entry; undefined for the world outside, which every engine books against. */
export function keeperOfSide(side: PostingAccount): EngineName | undefined {
  if ('account' in side) return keeperOf(side.account);
  return side.house === 'external' ? undefined : (HOUSES[side.house] ?? HOME);
}

const PRODUCT_COMMANDS: Readonly<Partial<Record<Command['kind'], EngineName>>> = {
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
    case 'receive_transfer':
      return keeperOf(command.target);
    case 'end_transfer':
    case 'restore_transfer':
      return senderOf(command.transferId);
    case 'post_entry':
      return keeperOfSide(command.source) ?? keeperOfSide(command.target) ?? HOME;
    default:
      return PRODUCT_COMMANDS[command.kind] ?? HOME;
  }
}

/** On whose behalf a command is, where it is anybody's. */
export function ownerOf(command: Command): number | undefined {
  if (command.kind !== 'post_entry') return 'owner' in command ? command.owner : undefined;
  const side = [command.source, command.target].find((each) => 'owner' in each);
  return side && 'owner' in side ? side.owner : undefined;
}
