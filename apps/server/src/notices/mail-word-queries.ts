import type { Queryable } from '../core/store/database.ts';

export async function findMailWord(
  source: Queryable,
  of: { readonly userId: number } | { readonly account: string },
): Promise<Uint8Array | undefined> {
  const [row] =
    'userId' in of
      ? await source.query<{ sealed: Uint8Array }>(
          'SELECT sealed FROM mail_words WHERE user_id = $1',
          [of.userId],
        )
      : await source.query<{ sealed: Uint8Array }>(
          'SELECT sealed FROM mail_words JOIN users USING (user_id) WHERE account = $1',
          [of.account],
        );
  return row?.sealed;
}

export async function saveMailWord(
  source: Queryable,
  word: {
    readonly userId: number;
    readonly sealed: Uint8Array;
    readonly keyId: string;
    readonly setAtMs: number;
  },
): Promise<void> {
  await source.query(
    `INSERT INTO mail_words (user_id, sealed, key_id, set_at_ms) VALUES ($1, $2, $3, $4)
     ON CONFLICT (user_id) DO UPDATE SET sealed = $2, key_id = $3, set_at_ms = $4`,
    [word.userId, word.sealed, word.keyId, word.setAtMs],
  );
}

export async function deleteMailWord(source: Queryable, userId: number): Promise<void> {
  await source.query('DELETE FROM mail_words WHERE user_id = $1', [userId]);
}
