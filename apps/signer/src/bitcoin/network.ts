/** Bitcoin's networks: how each writes addresses, and its first block, by which a node is known to serve it. */
import { Address, NETWORK, OutScript, p2wpkh, TEST_NETWORK } from '@scure/btc-signer';
import { pubECDSA } from '@scure/btc-signer/utils.js';
import { type Hex, hexToBytes } from 'viem';

export const NETWORKS = {
  main: {
    writing: NETWORK,
    genesis: ['000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f'],
  },
  /** Testnet 3 and 4, and signet. */
  test: {
    writing: TEST_NETWORK,
    genesis: [
      '000000000933ea01ad0ee984209779baaec3ced90fa3f408719526f8d77f4943',
      '00000000da84f2bafbbc53dee25a72ae507ff4914b867c565be350b0da8bf043',
      '00000008819873e925422c1ff0f99f7cc9bbb232af63a077a480a3633bee1ef6',
    ],
  },
  regtest: {
    writing: { ...TEST_NETWORK, bech32: 'bcrt' },
    genesis: ['0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206'],
  },
} as const;
export type NetworkName = keyof typeof NETWORKS;

/** What an output to an address holds; undefined when the text is no address of the network. */
export function scriptOf(address: string, network: NetworkName): Uint8Array | undefined {
  try {
    return OutScript.encode(Address(NETWORKS[network].writing).decode(address));
  } catch {
    return undefined;
  }
}

/** The one address of a key, and what outputs to it hold: pay to witness public key hash, as BIP-84 wallets do. */
export const walletOf = (key: Hex, network: NetworkName) =>
  p2wpkh(pubECDSA(hexToBytes(key)), NETWORKS[network].writing);
