/** Versions of all terms: what each was and became, when, and by whom. */
import type { Queryable } from '../store/database.ts';
import { Conditions, type Page, type PageRequest, readPage } from '../store/pages.ts';

export type TermsKind =
  | 'chain'
  | 'settings'
  | 'bank_account'
  | 'currency'
  | 'market'
  | 'futures'
  | 'options'
  | 'option_currency'
  | 'hosting'
  | 'offering'
  | 'referral'
  | 'partner';

export interface NewTermsVersion {
  readonly kind: TermsKind;
  /** e.g. "chain USDT/TRC20". */
  readonly subject: string;
  /** JSON texts. */
  readonly before: string | undefined;
  readonly after: string;
  /** Absent for what the first start set. */
  readonly operatorId: number | undefined;
  readonly timeMs: number;
}

export async function insertTermsVersion(
  transaction: Queryable,
  version: NewTermsVersion,
): Promise<void> {
  await transaction.query(
    `INSERT INTO terms_versions (kind, subject, before, after, operator_id, time_ms)
     VALUES ($1, $2, $3::json, $4::json, $5, $6)`,
    [
      version.kind,
      version.subject,
      version.before ?? null,
      version.after,
      version.operatorId ?? null,
      version.timeMs,
    ],
  );
}

/** As `insertTermsVersion`, unless the last version of the subject says the same: the same change may be kept twice. */
export async function keepTermsVersion(
  transaction: Queryable,
  version: NewTermsVersion,
): Promise<void> {
  const [last] = await transaction.query<{ after: string }>(
    `SELECT after::text AS after FROM terms_versions WHERE subject = $1
     ORDER BY version_id DESC LIMIT 1`,
    [version.subject],
  );
  if (last?.after !== version.after) await insertTermsVersion(transaction, version);
}

export interface TermsVersion extends NewTermsVersion {
  readonly versionId: number;
  /** Of the operator. */
  readonly operatorName: string | undefined;
}

interface VersionRecord {
  readonly version_id: bigint;
  readonly kind: TermsKind;
  readonly subject: string;
  readonly before: string | null;
  readonly after: string;
  readonly operator_id: bigint | null;
  readonly operator_name: string | null;
  readonly time_ms: bigint;
}

/** Versions of terms, newest first; the subject by how it begins. */
export function termsVersionsPage(
  source: Queryable,
  filter: { readonly subject?: string },
  request: PageRequest,
): Promise<Page<TermsVersion>> {
  return readPage<VersionRecord, TermsVersion>(
    source,
    {
      columns: `version_id, kind, subject, before::text AS before, after::text AS after,
        operator_id, operators.name AS operator_name, time_ms`,
      from: 'terms_versions LEFT JOIN operators USING (operator_id)',
      where: new Conditions().add('subject ^@', filter.subject),
      orderBy: 'version_id DESC',
    },
    request,
    (row) => ({
      versionId: Number(row.version_id),
      kind: row.kind,
      subject: row.subject,
      before: row.before ?? undefined,
      after: row.after,
      operatorId: row.operator_id === null ? undefined : Number(row.operator_id),
      operatorName: row.operator_name ?? undefined,
      timeMs: Number(row.time_ms),
    }),
  );
}
