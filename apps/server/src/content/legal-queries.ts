/** An operator's legal texts: the last version is in force, all are kept. */
import type { Database, Queryable } from '../core/store/database.ts';

export interface LegalText {
  readonly lang: string;
  readonly title: string;
  readonly body: string;
}

export interface LegalVersion {
  readonly slug: string;
  readonly version: number;
  readonly savedAtMs: number;
  readonly texts: readonly LegalText[];
}

interface LegalRecord {
  readonly slug: string;
  readonly version: number;
  readonly saved_at_ms: bigint;
  readonly lang: string;
  readonly title: string;
  readonly body: string;
}

/** The versions in force: of one text or of all. A text that nobody has written is missing. */
export async function legalInForce(source: Queryable, slug?: string): Promise<LegalVersion[]> {
  const rows = await source.query<LegalRecord>(
    `SELECT slug, version, saved_at_ms, lang, title, body
     FROM (SELECT DISTINCT ON (slug) slug, version, saved_at_ms FROM legal_versions
           WHERE $1::text IS NULL OR slug = $1 ORDER BY slug, version DESC) AS last
     JOIN legal_texts USING (slug, version) ORDER BY slug, lang`,
    [slug ?? null],
  );
  const versions = new Map<string, LegalVersion & { texts: LegalText[] }>();
  for (const row of rows) {
    const { slug: name, version, lang, title, body } = row;
    const kept = versions.get(name) ?? {
      slug: name,
      version,
      savedAtMs: Number(row.saved_at_ms),
      texts: [],
    };
    kept.texts.push({ lang, title, body });
    versions.set(name, kept);
  }
  return [...versions.values()];
}

/** Which languages of which text an operator has written. */
export async function legalLanguages(
  source: Queryable,
): Promise<readonly { readonly slug: string; readonly lang: string }[]> {
  return source.query(
    `SELECT slug, lang FROM legal_texts JOIN
       (SELECT slug, max(version) AS version FROM legal_versions GROUP BY slug) AS last
     USING (slug, version)`,
  );
}

/** Adds a version: the texts given, and the last version's where a language is not given. */
export function saveLegalVersion(
  database: Database,
  draft: {
    readonly slug: string;
    readonly operatorId: number;
    readonly nowMs: number;
    readonly texts: readonly LegalText[];
  },
): Promise<number> {
  const { slug, operatorId, nowMs, texts } = draft;
  return database.transaction(async (transaction) => {
    // Of two at once one fails by the key and changes nothing.
    const [row] = await transaction.query<{ version: number }>(
      `INSERT INTO legal_versions
       SELECT $1, coalesce(max(version), 0) + 1, $2, $3 FROM legal_versions WHERE slug = $1
       RETURNING version`,
      [slug, operatorId, nowMs],
    );
    const version = row?.version ?? 0;
    for (const { lang, title, body } of texts)
      await transaction.query('INSERT INTO legal_texts VALUES ($1, $2, $3, $4, $5)', [
        slug,
        version,
        lang,
        title,
        body,
      ]);
    await transaction.query(
      `INSERT INTO legal_texts SELECT slug, $2, lang, title, body FROM legal_texts
       WHERE slug = $1 AND version = $2 - 1 ON CONFLICT DO NOTHING`,
      [slug, version],
    );
    return version;
  });
}
