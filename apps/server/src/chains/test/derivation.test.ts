import { HDKey } from '@scure/bip32';
import { describe, expect, test } from 'vitest';
import { loadConfig } from '../../core/config/config.ts';
import { ConfigError } from '../../core/config/values.ts';
import type { Chain, Network } from '../address.ts';
import { canonicalAddress } from '../address.ts';
import { addressSource, ExtendedKeyError, readExtendedKey } from '../derivation.ts';

/** Of the words "abandon … about" (BIP 39's first example), which every wallet shows. */
const SEED = Buffer.from(
  '5eb00bbddcf069084889a8ab9155568165f5c453ccb85e70811aaed6f6da5fc1' +
    '9a5ac40b389cd370d086206dec8aa6c43daea6690f20ad3d8d48b2d2ce9e38e4',
  'hex',
);
/** BIP 84's example. */
const ZPUB =
  'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs';
const TEST = { public: 0x043587cf, private: 0x04358394 };

const main = (path: string) => HDKey.fromMasterSeed(SEED).derive(path);
const testKey = (path: string) => HDKey.fromMasterSeed(SEED, TEST).derive(path);

describe('published addresses', () => {
  test.each([
    ['OMNI', ZPUB, 0, 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu'],
    ['OMNI', ZPUB, 1, 'bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g'],
    [
      'ERC20',
      main("m/44'/60'/0'").publicExtendedKey,
      0,
      '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
    ],
    ['TRC20', main("m/44'/195'/0'").publicExtendedKey, 0, 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH'],
  ] as const)('%s: %s at %i', (chain, key, index, address) => {
    expect(addressSource(key, { chain, network: 'main' }).addressAt(index)).toBe(address);
  });

  test('the reserve is the first address of the account’s other branch', () => {
    const { reserve } = addressSource(ZPUB, { chain: 'OMNI', network: 'main' });
    // BIP 84's first change address.
    expect(reserve).toBe('bc1q8c6fshw2dlwun7ekn9qwf37cu2rn755upcp6el');
  });

  test('each chain’s addresses pass its own check, on both networks', () => {
    for (const network of ['main', 'test'] as const)
      for (const chain of ['ERC20', 'TRC20', 'OMNI'] as const) {
        const key = (network === 'main' ? main : testKey)("m/44'/0'/0'").publicExtendedKey;
        const source = addressSource(key, { chain, network });
        const addresses = [1, 2, 3, 2 ** 31 - 1].map((index) => source.addressAt(index));
        expect(new Set(addresses).size).toBe(4);
        for (const address of addresses)
          expect(canonicalAddress(chain, address, network)).toBe(address);
      }
  });

  test('a local Bitcoin network has addresses of its own', () => {
    const key = testKey("m/84'/1'/0'").publicExtendedKey;
    const options = { chain: 'OMNI', network: 'test', prefix: 'bcrt' } as const;
    expect(addressSource(key, options).addressAt(1)).toMatch(/^bcrt1q/);
  });

  test('no index outside of what can be derived', () => {
    const source = addressSource(ZPUB, { chain: 'OMNI', network: 'main' });
    for (const index of [-1, 0.5, 2 ** 31, Number.NaN])
      expect(() => source.addressAt(index)).toThrow(RangeError);
  });
});

describe('what is no key for a server', () => {
  const read = (key: string, chain: Chain = 'ERC20', network: Network = 'main') =>
    readExtendedKey(key, { chain, network });

  test.each(['xprv', 'tprv'])('%s: a private key, whatever the network', (kind) => {
    const key = (kind === 'xprv' ? main : testKey)("m/44'/60'/0'").privateExtendedKey;
    expect(key.startsWith(kind)).toBe(true);
    for (const network of ['main', 'test'] as const) {
      expect(() => read(key, 'ERC20', network)).toThrow(/private key/);
      expect(() => read(key, 'ERC20', network)).not.toThrow(key);
    }
  });

  test('a key of the other network', () => {
    expect(() => read(testKey("m/44'/60'/0'").publicExtendedKey)).toThrow(/test network/);
    expect(() => read(main("m/44'/60'/0'").publicExtendedKey, 'ERC20', 'test')).toThrow(
      /demo mode takes test keys/,
    );
  });

  test('a key of Bitcoin for another chain, a wrong checksum, an address', () => {
    expect(() => read(ZPUB)).toThrow(/Bitcoin only/);
    expect(() => read(`${ZPUB.slice(0, -1)}t`, 'OMNI')).toThrow(/checksum/);
    expect(() => read('1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'OMNI')).toThrow(ExtendedKeyError);
    expect(() => read('')).toThrow(ExtendedKeyError);
  });
});

describe('settings', () => {
  const good = {
    XPUB_EVM: testKey("m/44'/1'/0'").publicExtendedKey,
    RPC_EVM: 'http://127.0.0.1:8545',
    CONFIRMATIONS_EVM: '12',
    TOKEN_USDT_ERC20: '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed',
  };
  const tron = {
    XPUB_TRON: testKey("m/44'/195'/0'").publicExtendedKey,
    RPC_TRON: 'https://nile.example',
    CONFIRMATIONS_TRON: '1',
  };

  test('a whole chain, its token in canonical form', () => {
    expect(loadConfig(good).chains.chains).toEqual([
      {
        chain: 'ERC20',
        extendedKey: good.XPUB_EVM,
        urls: ['http://127.0.0.1:8545'],
        confirmations: 12,
        token: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
      },
    ]);
  });

  test.each(['0', '-1', '', 'null', '1.5', '1e3', '10001', ' '])(
    'D9: confirmations "%s" refuse the start',
    (value) => {
      expect(() => loadConfig({ ...good, CONFIRMATIONS_EVM: value })).toThrow(
        /^CONFIRMATIONS_EVM: /,
      );
    },
  );

  test('D9: missing confirmations refuse the start', () => {
    const { CONFIRMATIONS_EVM: _left, ...rest } = good;
    expect(() => loadConfig(rest)).toThrow(/^CONFIRMATIONS_EVM: must be set/);
  });

  test.each<[string, Readonly<Record<string, string>>, RegExp]>([
    [
      'a private key',
      { XPUB_EVM: testKey("m/44'/1'/0'").privateExtendedKey },
      /^XPUB_EVM: .*never/,
    ],
    [
      'a key of the main network in demo',
      { XPUB_EVM: main('m/0').publicExtendedKey },
      /^XPUB_EVM: /,
    ],
    ['no node', { RPC_EVM: '' }, /^RPC_EVM: must be set/],
    ['a node that is no URL', { RPC_EVM: 'localhost:8545' }, /^RPC_EVM: /],
    ['one node twice', { RPC_EVM: 'http://a,http://a' }, /^RPC_EVM: names a node twice/],
    [
      'a token of another chain',
      { TOKEN_USDT_ERC20: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' },
      /^TOKEN_/,
    ],
    [
      'a token alone',
      { XPUB_EVM: '', RPC_EVM: '', CONFIRMATIONS_EVM: '' },
      /^XPUB_EVM: must be set/,
    ],
    ['Tron without a token', tron, /^TOKEN_USDT_TRC20: must be set/],
    ['an own wallet that is none', { OWN_ADDRESSES: 'me' }, /^OWN_ADDRESSES: /],
    ['a short credential', { SIGNER_TOKEN: 'short' }, /^SIGNER_TOKEN: /],
  ])('%s is refused', (_what, changes, line) => {
    const load = () => loadConfig({ ...good, ...changes });
    expect(load).toThrow(ConfigError);
    expect(load).toThrow(line);
  });

  test('no secret is ever in a refusal', () => {
    const key = testKey("m/44'/1'/0'").privateExtendedKey;
    const url = 'ftp://user:canary-7@node.example';
    for (const changes of [{ XPUB_EVM: key }, { RPC_EVM: url }, { SIGNER_TOKEN: 'canary-7' }]) {
      const refusal = (() => {
        try {
          loadConfig({ ...good, ...changes });
        } catch (error) {
          return String(error);
        }
        return '';
      })();
      expect(refusal).not.toBe('');
      expect(refusal).not.toContain('canary-7');
      expect(refusal).not.toContain(key);
    }
  });
});
