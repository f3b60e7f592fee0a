/** Settings of chains: addresses, nodes, tokens, and the signer's credential. Read by config.ts only. */
import { CHAINS, type Chain } from '@fairlead/contract';
import { canonicalAddress } from '../../chains/address.ts';
import { readExtendedKey } from '../../chains/derivation.ts';
import { type ColdWallet, readDescriptor } from '../../chains/descriptor.ts';
import type { Given } from './settings.ts';
import { ConfigError } from './values.ts';

export interface ChainConfig {
  readonly chain: Chain;
  /** The account's extended public key. */
  readonly extendedKey: string;
  /** Nodes that must all say the same (D14). */
  readonly urls: readonly string[];
  /** Blocks after which a payment counts as final, its own included; never fewer. */
  readonly confirmations: number;
  /** The contract of USDT, in canonical form. */
  readonly token?: string;
}

export interface ChainsConfig {
  readonly chains: readonly ChainConfig[];
  /** The operator's own wallets: what they send is moved, not deposited (D21). Canonical. */
  readonly ownAddresses: readonly string[];
  /** Those of them that are hot wallets in use: all but the Safe where nobody says which. */
  readonly hotAddresses: readonly string[];
  /** Whose keys the operators hold; in bitcoin. */
  readonly cold?: ColdWallet;
  /** The address of the operators' Safe; canonical, and one of ownAddresses. */
  readonly coldSafe?: string;
  /** Opens the signers' calls. */
  readonly signerToken?: string;
  /** Opens the calls of those that sweep, in place of `signerToken`. */
  readonly sweeperToken?: string;
}

const SETTINGS = [
  { chain: 'ERC20', suffix: 'EVM', token: 'TOKEN_USDT_ERC20', needsToken: false },
  { chain: 'OMNI', suffix: 'BTC', token: undefined, needsToken: false },
  { chain: 'TRC20', suffix: 'TRON', token: 'TOKEN_USDT_TRC20', needsToken: true },
] as const;

export function readChains(given: Given, isDemo: boolean): ChainsConfig {
  const chains = SETTINGS.map((setting) => readChain(given, setting, isDemo)).filter(
    (chain) => chain !== undefined,
  );
  const { SIGNER_TOKEN: signerToken, SWEEPER_TOKEN: sweeperToken } = given;
  if (sweeperToken !== undefined && sweeperToken === signerToken)
    throw new ConfigError('SWEEPER_TOKEN', 'must be another one than SIGNER_TOKEN');
  const ownAddresses = readAddresses('OWN_ADDRESSES', given, isDemo);
  // What the hot wallet sends to a user's address, such as gas to sweep it, would be credited to that user (D21).
  const isWatched = chains.some(({ chain }) => chain === 'ERC20');
  const isWalletKnown = ownAddresses.some((address) => address.startsWith('0x'));
  const opensSigning = (signerToken ?? sweeperToken) !== undefined;
  if (!isDemo && opensSigning && isWatched && !isWalletKnown)
    throw new ConfigError(
      'OWN_ADDRESSES',
      "must name the signer's wallet where SIGNER_TOKEN or SWEEPER_TOKEN is set",
    );
  const coldSafe = readColdSafe(given, isWatched);
  return {
    chains,
    ownAddresses: [...new Set([...ownAddresses, ...(coldSafe === undefined ? [] : [coldSafe])])],
    // Whoever wrote it there too: what the Safe holds is cold.
    hotAddresses: readHotAddresses(given, { isDemo, ownAddresses }).filter(
      (address) => address !== coldSafe,
    ),
    ...(coldSafe !== undefined && { coldSafe }),
    ...readCold(given, { isDemo, isWatched: chains.some(({ chain }) => chain === 'OMNI') }),
    ...(signerToken !== undefined && { signerToken }),
    ...(sweeperToken !== undefined && { sweeperToken }),
  };
}

function readChain(
  given: Given,
  setting: (typeof SETTINGS)[number],
  isDemo: boolean,
): ChainConfig | undefined {
  const { chain, suffix, needsToken } = setting;
  const names = [`XPUB_${suffix}`, `RPC_${suffix}`, `CONFIRMATIONS_${suffix}`] as const;
  const { [names[0]]: extendedKey, [names[1]]: urls, [names[2]]: confirmations } = given;
  const token = setting.token === undefined ? undefined : readToken(given, setting.token);
  if ([extendedKey, urls, confirmations, token].every((value) => value === undefined))
    return undefined;
  const missing = names.find((name) => given[name] === undefined);
  if (extendedKey === undefined || urls === undefined || confirmations === undefined)
    throw new ConfigError(missing ?? names[0], `must be set: ${names.join(', ')} belong together`);
  if (needsToken && token === undefined)
    throw new ConfigError(setting.token ?? names[0], 'must be set: nothing else is watched there');
  checkExtendedKey(names[0], extendedKey, { chain, network: isDemo ? 'test' : 'main' });
  checkUrls(names[1], urls);
  return { chain, extendedKey, urls, confirmations, ...(token !== undefined && { token }) };
}

function readCold(
  { COLD_BTC: descriptor }: Given,
  { isDemo, isWatched }: { readonly isDemo: boolean; readonly isWatched: boolean },
): Pick<ChainsConfig, 'cold'> {
  if (descriptor === undefined) return {};
  if (!isWatched)
    throw new ConfigError('COLD_BTC', 'needs XPUB_BTC, RPC_BTC and CONFIRMATIONS_BTC');
  try {
    return { cold: readDescriptor(descriptor, isDemo ? 'test' : 'main') };
  } catch (error) {
    throw new ConfigError('COLD_BTC', error instanceof Error ? error.message : 'cannot be read');
  }
}

/** Who owns it the chain says. */
function readColdSafe({ COLD_EVM: value }: Given, isWatched: boolean): string | undefined {
  if (value === undefined) return undefined;
  if (!isWatched)
    throw new ConfigError('COLD_EVM', 'needs XPUB_EVM, RPC_EVM and CONFIRMATIONS_EVM');
  const address = canonicalAddress('ERC20', value, 'main');
  if (address === undefined)
    throw new ConfigError('COLD_EVM', `"${value}" is not the address of a contract`);
  return address;
}

function checkExtendedKey(
  name: string,
  key: string,
  of: { readonly chain: ChainConfig['chain']; readonly network: 'main' | 'test' },
): void {
  try {
    readExtendedKey(key, of);
  } catch (error) {
    throw new ConfigError(name, error instanceof Error ? error.message : 'cannot be read');
  }
}

function checkUrls(name: string, urls: readonly string[]): void {
  for (const entry of urls) {
    const url = URL.parse(entry);
    // The URL may hold a credential and is kept out of the message.
    if (url === null || !['http:', 'https:'].includes(url.protocol))
      throw new ConfigError(name, 'must be one or more URLs that begin with http:// or https://');
  }
  if (new Set(urls).size < urls.length) throw new ConfigError(name, 'names a node twice');
}

function readToken(given: Given, name: 'TOKEN_USDT_ERC20' | 'TOKEN_USDT_TRC20') {
  const value = given[name];
  if (value === undefined) return undefined;
  const chain = name === 'TOKEN_USDT_ERC20' ? 'ERC20' : 'TRC20';
  const address = canonicalAddress(chain, value, 'main');
  if (address === undefined)
    throw new ConfigError(name, `"${value}" is not the address of a contract`);
  return address;
}

function readHotAddresses(
  given: Given,
  { isDemo, ownAddresses }: { readonly isDemo: boolean; readonly ownAddresses: readonly string[] },
): readonly string[] {
  if (given.HOT_ADDRESSES === undefined) return ownAddresses;
  const hot = readAddresses('HOT_ADDRESSES', given, isDemo);
  const strange = hot.find((address) => !ownAddresses.includes(address));
  if (strange !== undefined)
    throw new ConfigError('HOT_ADDRESSES', `"${strange}" is none of OWN_ADDRESSES`);
  return [...new Set(hot)];
}

function readAddresses(
  name: 'OWN_ADDRESSES' | 'HOT_ADDRESSES',
  given: Given,
  isDemo: boolean,
): readonly string[] {
  return (given[name] ?? []).map((value) => {
    for (const chain of CHAINS) {
      const address = canonicalAddress(chain, value, isDemo ? 'test' : 'main');
      if (address !== undefined) return address;
    }
    throw new ConfigError(name, `"${value}" is not an address`);
  });
}
