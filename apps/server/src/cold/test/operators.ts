/** The operators' own wallets of a 2 of 3, as they sign outside: by bitcoinjs-lib, which shares no code with what checks them. */
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { HDKey } from '@scure/bip32';
import { type HDSigner, networks, Psbt } from 'bitcoinjs-lib';
import { descriptorChecksum } from '../../chains/descriptor.ts';

const VERSIONS = { public: 0x043587cf, private: 0x04358394 };
const PATH = "48'/1'/0'/2'";

const masterOf = (seed: number): HDKey =>
  HDKey.fromMasterSeed(new Uint8Array(32).fill(seed), VERSIONS);

/** What each of three holds at home. */
export const MASTERS = [masterOf(1), masterOf(2), masterOf(3)] as const;
export const STRANGER = masterOf(9);

export const keyOf = (master: HDKey): string => {
  const fingerprint = master.fingerprint.toString(16).padStart(8, '0');
  return `[${fingerprint}/${PATH}]${master.derive(`m/${PATH}`).publicExtendedKey}/<0;1>/*`;
};

export const withChecksum = (text: string): string => `${text}#${descriptorChecksum(text)}`;

export const descriptorOf = (required: number, masters: readonly HDKey[] = MASTERS): string =>
  withChecksum(`wsh(sortedmulti(${required},${masters.map(keyOf).join(',')}))`);

interface Signing {
  readonly sighash?: number;
  /** Finishes it, as some wallets do by themselves once enough have signed. */
  readonly isFinal?: boolean;
}

/** Signs every input of a PSBT as a wallet with that master key does. */
export function signAs(
  master: HDKey,
  psbt: Uint8Array,
  { sighash, isFinal = false }: Signing = {},
): Uint8Array {
  const read = Psbt.fromBuffer(psbt, { network: networks.regtest });
  if (sighash !== undefined) for (const input of read.data.inputs) input.sighashType = sighash;
  read.signAllInputsHD(signerOf(master), sighash === undefined ? undefined : [sighash]);
  if (isFinal) read.finalizeAllInputs();
  return read.toBuffer();
}

/** What bitcoinjs-lib makes of several signed files: the whole transaction, its signatures checked by it. */
export function assembled(psbts: readonly Uint8Array[]): { raw: string; txId: string } {
  const [first, ...others] = psbts.map((psbt) =>
    Psbt.fromBuffer(psbt, { network: networks.regtest }),
  );
  if (first === undefined) throw new Error('nothing to assemble');
  first.combine(...others);
  const isRight = first.validateSignaturesOfAllInputs((key, digest, signature) =>
    secp256k1.verify(signature, digest, key, { prehash: false }),
  );
  if (!isRight) throw new Error('a signature is wrong');
  const transaction = first.finalizeAllInputs().extractTransaction();
  return { raw: transaction.toHex(), txId: transaction.getId() };
}

function signerOf(key: HDKey): HDSigner {
  const { publicKey } = key;
  if (publicKey === null) throw new Error('a master key has a public one');
  const fingerprint = Buffer.alloc(4);
  fingerprint.writeUInt32BE(key.fingerprint);
  return {
    publicKey,
    fingerprint,
    derivePath: (path) => signerOf(key.derive(path)),
    sign: (hash) => key.sign(hash),
  };
}
