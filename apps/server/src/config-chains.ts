/** Settings of chains: addresses, nodes, tokens, and the signer's credential. Read by config.ts only. */
import { canonicalAddress } from './chains/address.ts';
import { readExtendedKey } from './chains/derivation.ts';
import { ConfigError, type Environment, isExample, text } from './config-values.ts';

export interface ChainConfig {
  readonly chain: 'ERC20' | 'OMNI' | 'TRC20';
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
  /** Opens the signer's two calls. */
  readonly signerToken?: string;
}

const SETTINGS = [
  { chain: 'ERC20', suffix: 'EVM', token: 'TOKEN_USDT_ERC20', needsToken: false },
  { chain: 'OMNI', suffix: 'BTC', token: undefined, needsToken: false },
  { chain: 'TRC20', suffix: 'TRON', token: 'TOKEN_USDT_TRC20', needsToken: true },
] as const;

const CONFIRMATIONS_MAX = 10_000;

export function readChains(environment: Environment, isDemo: boolean): ChainsConfig {
  const chains = SETTINGS.map((setting) => readChain(environment, setting, isDemo)).filter(
    (chain) => chain !== undefined,
  );
  const signerToken = readSignerToken(environment);
  const ownAddresses = readOwnAddresses(environment, isDemo);
  // What the hot wallet sends to a user's address, such as gas to sweep it, would be credited to that user (D21).
  const isWatched = chains.some(({ chain }) => chain === 'ERC20');
  const isWalletKnown = ownAddresses.some((address) => address.startsWith('0x'));
  if (!isDemo && signerToken !== undefined && isWatched && !isWalletKnown)
    throw new ConfigError(
      'OWN_ADDRESSES',
      "must name the signer's wallet where SIGNER_TOKEN is set",
    );
  return {
    chains,
    ownAddresses,
    ...(signerToken !== undefined && { signerToken }),
  };
}

function readChain(
  environment: Environment,
  setting: (typeof SETTINGS)[number],
  isDemo: boolean,
): ChainConfig | undefined {
  const { chain, suffix, needsToken } = setting;
  const names = [`XPUB_${suffix}`, `RPC_${suffix}`, `CONFIRMATIONS_${suffix}`] as const;
  const [extendedKey, nodes, confirmations] = names.map((name) => text(environment, name));
  const token = setting.token === undefined ? undefined : readToken(environment, setting.token);
  const given = [extendedKey, nodes, confirmations];
  if ([...given, token].every((value) => value === undefined)) return undefined;
  const missing = names.find((_name, index) => given[index] === undefined);
  if (missing !== undefined || extendedKey === undefined || nodes === undefined)
    throw new ConfigError(missing ?? names[0], `must be set: ${names.join(', ')} belong together`);
  if (needsToken && token === undefined)
    throw new ConfigError(setting.token ?? names[0], 'must be set: nothing else is watched there');
  checkExtendedKey(names[0], extendedKey, { chain, network: isDemo ? 'test' : 'main' });
  return {
    chain,
    extendedKey,
    urls: readUrls(names[1], nodes),
    confirmations: readConfirmations(names[2], confirmations ?? ''),
    ...(token !== undefined && { token }),
  };
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

function readUrls(name: string, list: string): readonly string[] {
  const urls = list.split(',').map((entry) => entry.trim());
  for (const entry of urls) {
    const url = URL.parse(entry);
    // The URL may hold a credential and is kept out of the message.
    if (url === null || !['http:', 'https:'].includes(url.protocol))
      throw new ConfigError(name, 'must be one or more URLs that begin with http:// or https://');
  }
  if (new Set(urls).size < urls.length) throw new ConfigError(name, 'names a node twice');
  return urls;
}

/** Nothing stands for a missing number: with 0 a payment would count before it is in a block (D9). */
function readConfirmations(name: string, value: string): number {
  const number = /^\d{1,5}$/.test(value) ? Number(value) : 0;
  if (number < 1 || number > CONFIRMATIONS_MAX)
    throw new ConfigError(name, `"${value}" is not a whole number from 1 to ${CONFIRMATIONS_MAX}`);
  return number;
}

function readToken(environment: Environment, name: 'TOKEN_USDT_ERC20' | 'TOKEN_USDT_TRC20') {
  const value = text(environment, name);
  if (value === undefined) return undefined;
  const chain = name === 'TOKEN_USDT_ERC20' ? 'ERC20' : 'TRC20';
  const address = canonicalAddress(chain, value, 'main');
  if (address === undefined)
    throw new ConfigError(name, `"${value}" is not the address of a contract`);
  return address;
}

function readOwnAddresses(environment: Environment, isDemo: boolean): readonly string[] {
  const list = text(environment, 'OWN_ADDRESSES');
  if (list === undefined) return [];
  return list.split(',').map((entry) => {
    const value = entry.trim();
    for (const chain of ['ERC20', 'TRC20', 'OMNI'] as const) {
      const address = canonicalAddress(chain, value, isDemo ? 'test' : 'main');
      if (address !== undefined) return address;
    }
    throw new ConfigError('OWN_ADDRESSES', `"${value}" is not an address`);
  });
}

function readSignerToken(environment: Environment): string | undefined {
  const value = text(environment, 'SIGNER_TOKEN');
  if (value !== undefined && (!/^[\x21-\x7e]{32,200}$/.test(value) || isExample(value)))
    throw new ConfigError('SIGNER_TOKEN', 'must be 32 or more random characters');
  return value;
}
