/**
 * Whether an address's key signed a text, by the ways in which wallets do that: EIP-191 on Ethereum, signMessageV2 on
 * Tron, BIP-137 and the simple form of BIP-322 (P2WPKH) on Bitcoin. Anybody can check the same with the same wallets.
 */
import type { Chain } from '@fairlead/contract';
import { assertNever } from '@fairlead/units';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { base58check, base64, bech32, hex } from '@scure/base';
import { type AccountChain, accountAddress, type Network } from './address.ts';
import { isSimpleSignature } from './bip322.ts';

export interface SignedMessage {
  readonly chain: Chain;
  /** Canonical. */
  readonly address: string;
  readonly message: string;
  /** As the wallet wrote it. */
  readonly signature: string;
  readonly network: Network;
}

const checked58 = base58check(sha256);
/** What wallets put before a text, so that no signed text is a transaction. */
const WALLET_NAMES: Readonly<Record<AccountChain, string>> = { ERC20: 'Ethereum', TRC20: 'TRON' };
const COMPACT_BYTES = 64;
const RECOVERABLE_BYTES = 65;

/** False for whatever is no signature of the text by the address; never throws. */
export function isSignedBy(signed: SignedMessage): boolean {
  try {
    const { chain } = signed;
    switch (chain) {
      case 'OMNI':
        return isSignedOnBitcoin(signed);
      case 'ERC20':
      case 'TRC20':
        return isSignedOnEvm({ ...signed, chain });
      default:
        return assertNever(chain);
    }
  } catch {
    return false;
  }
}

/** r, s and v of 65 bytes; v is 27 or 28, or 0 or 1 as hardware wallets write it. */
function isSignedOnEvm({
  chain,
  address,
  message,
  signature,
}: SignedMessage & { readonly chain: AccountChain }): boolean {
  const digits = signature.trim().replace(/^0x/i, '').toLowerCase();
  const bytes = hex.decode(digits);
  if (bytes.length !== RECOVERABLE_BYTES) return false;
  const text = new TextEncoder().encode(message);
  const prefix = new TextEncoder().encode(
    `\x19${WALLET_NAMES[chain]} Signed Message:\n${text.length}`,
  );
  const v = bytes[COMPACT_BYTES] ?? 0;
  const key = recover(bytes.subarray(0, COMPACT_BYTES), {
    digest: keccak_256(Uint8Array.from([...prefix, ...text])),
    recovery: v >= 27 ? v - 27 : v,
  });
  return accountAddress(chain, key.toBytes(false)) === address;
}

function isSignedOnBitcoin({ address, message, signature, network }: SignedMessage): boolean {
  const bytes = base64.decode(signature.trim());
  if (bytes.length !== RECOVERABLE_BYTES) return isSimpleSignature(address, message, bytes);
  const header = bytes[0] ?? 0;
  // 27–30 an uncompressed key's address, 31–34 a compressed one's, 35–38 P2SH-P2WPKH, 39–42 P2WPKH.
  if (header < 27 || header > 42) return false;
  const key = recover(bytes.subarray(1), {
    digest: bitcoinDigest(message),
    recovery: (header - 27) % 4,
  });
  return bitcoinAddresses(key, { header, network }).includes(address);
}

/** Some wallets write 31–34 for every kind of address, so a compressed key may stand for each of its own. */
function bitcoinAddresses(
  key: RecoveredKey,
  { header, network }: { readonly header: number; readonly network: Network },
): readonly string[] {
  const isMain = network === 'main';
  const ofHash = (version: number, hash: Uint8Array) =>
    checked58.encode(Uint8Array.from([version, ...hash]));
  const plain = (isCompressed: boolean) =>
    ofHash(isMain ? 0x00 : 0x6f, hash160(key.toBytes(isCompressed)));
  if (header <= 30) return [plain(false)];
  const program = hash160(key.toBytes(true));
  const nested = ofHash(isMain ? 0x05 : 0xc4, hash160(Uint8Array.from([0x00, 0x14, ...program])));
  const native = (isMain ? ['bc'] : ['tb', 'bcrt']).map((prefix) =>
    bech32.encode(prefix, [0, ...bech32.toWords(program)]),
  );
  if (header <= 34) return [plain(true), nested, ...native];
  return header <= 38 ? [nested] : native;
}

export const hash160 = (bytes: Uint8Array): Uint8Array => ripemd160(sha256(bytes));

/** Both texts behind their lengths, hashed twice. */
function bitcoinDigest(message: string): Uint8Array {
  const text = new TextEncoder().encode(message);
  const magic = new TextEncoder().encode('\x18Bitcoin Signed Message:\n');
  const length = text.length < 0xfd ? [text.length] : [0xfd, text.length & 0xff, text.length >> 8];
  return sha256(sha256(Uint8Array.from([...magic, ...length, ...text])));
}

interface RecoveredKey {
  toBytes(isCompressed: boolean): Uint8Array;
}

function recover(
  compact: Uint8Array,
  { digest, recovery }: { readonly digest: Uint8Array; readonly recovery: number },
): RecoveredKey {
  const signature = secp256k1.Signature.fromBytes(compact, 'compact').addRecoveryBit(recovery);
  return signature.recoverPublicKey(digest);
}
