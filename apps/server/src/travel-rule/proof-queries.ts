/** Own wallets that are proven, and the texts that wait for a signature. */
import type { Queryable } from '../core/store/database.ts';

export interface WalletProof {
  readonly proofId: number;
  readonly chain: string;
  readonly address: string;
  readonly message: string;
  readonly expiresAtMs: number;
  readonly isProven: boolean;
}

interface ProofRecord {
  readonly proof_id: bigint;
  readonly chain: string;
  readonly address: string;
  readonly message: string;
  readonly expires_at_ms: bigint;
  readonly proved_at_ms: bigint | null;
}

const COLUMNS = 'proof_id, chain, address, message, expires_at_ms, proved_at_ms';

const toProof = (row: ProofRecord): WalletProof => ({
  proofId: Number(row.proof_id),
  chain: row.chain,
  address: row.address,
  message: row.message,
  expiresAtMs: Number(row.expires_at_ms),
  isProven: row.proved_at_ms !== null,
});

/** Keeps a text for an address in place of the one before; of a proven one nothing changes. Texts that ran out are forgotten. */
export async function keepWalletText(
  source: Queryable,
  asked: {
    readonly userId: number;
    readonly chain: string;
    readonly address: string;
    readonly message: string;
    readonly nowMs: number;
    readonly expiresAtMs: number;
  },
): Promise<WalletProof> {
  const { userId, chain, address, message, nowMs, expiresAtMs } = asked;
  await source.query(
    `DELETE FROM wallet_proofs WHERE user_id = $1 AND proved_at_ms IS NULL AND expires_at_ms < $2
       AND (chain, address) IS DISTINCT FROM ($3, $4)`,
    [userId, nowMs, chain, address],
  );
  await source.query(
    `INSERT INTO wallet_proofs AS kept (user_id, chain, address, message, expires_at_ms)
     VALUES ($1, $2, $3, $4, $5) ON CONFLICT (user_id, chain, address) DO UPDATE
       SET message = excluded.message, expires_at_ms = excluded.expires_at_ms WHERE kept.proved_at_ms IS NULL`,
    [userId, chain, address, message, expiresAtMs],
  );
  const [row] = await source.query<ProofRecord>(
    `SELECT ${COLUMNS} FROM wallet_proofs WHERE user_id = $1 AND chain = $2 AND address = $3`,
    [userId, chain, address],
  );
  return toProof(row as ProofRecord);
}

export async function walletProof(
  source: Queryable,
  userId: number,
  proofId: number,
): Promise<WalletProof | undefined> {
  const rows = await source.query<ProofRecord>(
    `SELECT ${COLUMNS} FROM wallet_proofs WHERE user_id = $1 AND proof_id = $2`,
    [userId, proofId],
  );
  return rows.map(toProof)[0];
}

/** False where it was signed before, or another text took its place. */
export async function keepWalletSignature(
  source: Queryable,
  signed: {
    readonly proofId: number;
    readonly message: string;
    readonly signature: string;
    readonly nowMs: number;
  },
): Promise<boolean> {
  const rows = await source.query(
    `UPDATE wallet_proofs SET signature = $3, proved_at_ms = $4
     WHERE proof_id = $1 AND message = $2 AND proved_at_ms IS NULL RETURNING proof_id`,
    [signed.proofId, signed.message, signed.signature, signed.nowMs],
  );
  return rows.length > 0;
}
