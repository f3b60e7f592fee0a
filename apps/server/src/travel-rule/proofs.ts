/**
 * Proofs of own wallets: a text of the exchange, for one user, one address and one hour, signed by the address's key. Who signs it for
 * somebody else says so to that exchange and of that user alone; it moves nothing.
 */
import { randomBytes } from 'node:crypto';
import { type Chain, ProblemError } from '@fairlead/contract';
import { HOUR_MS } from '@fairlead/units';
import { canonicalAddress, isSignedBy, type Network } from '../chains/index.ts';
import type { Database } from '../core/store/database.ts';
import type { Say } from '../core/texts/texts.ts';
import {
  keepWalletSignature,
  keepWalletText,
  type WalletProof,
  walletProof,
} from './proof-queries.ts';

export interface WalletProofsOptions {
  readonly isOn: boolean;
  readonly database: Database;
  readonly clock: { now(): number };
  readonly publicUrl: string;
  readonly network: Network;
}

export class WalletProofs {
  readonly #options: WalletProofsOptions;

  constructor(options: WalletProofsOptions) {
    this.#options = options;
  }

  /** A text to be signed. Throws `not_found` while the rule is off, and `validation_failed` for what is no address. */
  async ask(
    userId: number,
    { chain, address: text }: { readonly chain: Chain; readonly address: string },
    say: Say,
  ): Promise<WalletProof> {
    const { isOn, database, clock, publicUrl, network } = this.#options;
    if (!isOn) throw new ProblemError('not_found');
    const address = canonicalAddress(chain, text, network);
    if (address === undefined)
      throw new ProblemError('validation_failed', { fields: { address: say('fields.invalid') } });
    const nowMs = clock.now();
    const expiresAtMs = nowMs + HOUR_MS;
    const until = new Date(expiresAtMs).toISOString().slice(0, 16).replace('T', ' ');
    // One line: what a wallet makes of line breaks differs.
    const message = `${new URL(publicUrl).host}: the wallet ${address} (${chain}) is mine, user ${userId}. Good until ${until} UTC. Code ${randomBytes(8).toString('hex')}`;
    return keepWalletText(database, { userId, chain, address, message, nowMs, expiresAtMs });
  }

  /** Takes what the wallet signed; again it changes nothing. Throws `not_found`, also where its hour is over, and `signature_wrong`. */
  async sign(
    userId: number,
    { id, signature }: { readonly id: number; readonly signature: string },
  ): Promise<void> {
    const { isOn, database, clock, network } = this.#options;
    const proof = isOn ? await walletProof(database, userId, id) : undefined;
    if (proof === undefined) throw new ProblemError('not_found');
    if (proof.isProven) return;
    const { message, address, expiresAtMs } = proof;
    const nowMs = clock.now();
    if (expiresAtMs <= nowMs) throw new ProblemError('not_found');
    const chain = proof.chain as Chain;
    if (!isSignedBy({ chain, address, message, signature, network }))
      throw new ProblemError('signature_wrong');
    const isKept = await keepWalletSignature(database, { proofId: id, message, signature, nowMs });
    if (!isKept && (await walletProof(database, userId, id))?.isProven !== true)
      throw new ProblemError('not_found');
  }
}
