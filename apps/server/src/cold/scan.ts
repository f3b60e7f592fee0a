/** Looks through the cold wallet's addresses, as wallets do: on each branch until so many in a row were never paid (BIP-44). */
import { setImmediate as breathe } from 'node:timers/promises';
import { sha256 } from '@noble/hashes/sha2.js';
import { bech32 } from '@scure/base';
import type { ColdPlace, ColdWallet } from '../chains/index.ts';
import { COLD_ADDRESSES_MAX, COLD_GAP } from '../core/http/limits.ts';
import type { ColdNode, FoundCoin, FoundCoins } from './node.ts';

export interface PlacedCoin extends FoundCoin {
  readonly place: ColdPlace;
}

export interface ColdScan {
  readonly coins: readonly PlacedCoin[];
  /** Satoshis on addresses with more coins than the node tells of: there, and not to be spent from here. */
  readonly unlisted: bigint;
  /** The first of each branch that nobody has paid. */
  readonly unused: { readonly receiving: number; readonly change: number };
}

/** Pay to witness script hash, in bech32 (BIP-173). */
export function addressAt(wallet: ColdWallet, place: ColdPlace, prefix: string): string {
  const program = sha256(wallet.outputAt(place).witnessScript);
  return bech32.encode(prefix, [0, ...bech32.toWords(program)]);
}

export async function scan(wallet: ColdWallet, node: ColdNode): Promise<ColdScan> {
  const prefix = await node.prefix();
  const [receiving, change] = await Promise.all(
    ([0, 1] as const).map((branch) => scanBranch(wallet, node, { branch, prefix })),
  );
  return {
    coins: [...(receiving?.coins ?? []), ...(change?.coins ?? [])],
    unlisted: (receiving?.unlisted ?? 0n) + (change?.unlisted ?? 0n),
    unused: { receiving: receiving?.unused ?? 0, change: change?.unused ?? 0 },
  };
}

async function scanBranch(
  wallet: ColdWallet,
  node: ColdNode,
  { branch, prefix }: { readonly branch: 0 | 1; readonly prefix: string },
): Promise<FoundCoins & { readonly coins: readonly PlacedCoin[]; readonly unused: number }> {
  const coins: PlacedCoin[] = [];
  let unlisted = 0n;
  let unused = 0;
  for (let from = 0; from < COLD_ADDRESSES_MAX; from += COLD_GAP) {
    const places = Array.from({ length: COLD_GAP }, (_, n) => ({ branch, index: from + n }));
    const addresses = new Map<ColdPlace, string>();
    for (const place of places) {
      addresses.set(place, addressAt(wallet, place, prefix));
      // Each takes milliseconds, and orders are matched by the same thread.
      await breathe();
    }
    const looked = await Promise.all(
      [...addresses].map(async ([place, address]) => {
        const isUsed = await node.isUsed(address);
        const found = isUsed ? await node.coins(address) : { coins: [], unlisted: 0n };
        const coins = found.coins.map((coin) => ({ ...coin, place }));
        return { place, isUsed, coins, unlisted: found.unlisted };
      }),
    );
    coins.push(...looked.flatMap((each) => each.coins));
    for (const each of looked) unlisted += each.unlisted;
    const last = looked.findLast(({ isUsed }) => isUsed);
    if (last === undefined) break;
    unused = last.place.index + 1;
  }
  return { coins, unlisted, unused };
}
