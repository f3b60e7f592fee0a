/** Who users are: basic (name and document), then advanced (address and photos); decided by an operator. */
import { ProblemError, type ResponseOf, type Verification } from '@fairlead/contract';
import { idDigest, type Secrets } from '../core/operations/secrets.ts';
import type { Database, Queryable } from '../core/store/database.ts';
import type { Page, PageRequest } from '../core/store/pages.ts';
import type { Say } from '../core/texts/texts.ts';
import { type Messages, sayReason } from '../notices/index.ts';
import type { Files } from './files.ts';
import { checkEndsAt } from './provider/provider.ts';
import { checksOf, insertCheck } from './provider/queries.ts';
import { ownCheckView } from './provider/views.ts';
import {
  decideVerification,
  findVerification,
  insertVerification,
  type ListedVerification,
  lastOfLevel,
  lastVerifications,
  type NewVerification,
  revokePassed,
  type VerificationDecision,
  type VerificationFilter,
  type VerificationLevel,
  type VerificationRow,
  type VerificationState,
  verificationsPage,
} from './queries.ts';

export interface VerificationsOptions {
  readonly database: Database;
  readonly clock: { now(): number };
  readonly secrets: Secrets;
  readonly files: Files;
  readonly messages: Messages;
  /** Who checks what is sent, as users read it; absent: operators alone. */
  readonly provider: string | undefined;
}

/** What is encrypted: of basic ones the first two, of advanced ones the address. */
export interface VerificationDetails {
  readonly name?: string;
  readonly idNumber?: string;
  readonly address?: string;
}

export interface BasicClaim {
  /** ISO 3166 alpha-2. */
  readonly country: string;
  readonly name: string;
  readonly idNumber: string;
}

export interface AdvancedClaim {
  readonly address: string;
  readonly photoIds: readonly [front: number, back: number, holding: number];
}

const SHOWN: Readonly<Record<VerificationState, Verification>> = {
  under_review: 'under_review',
  passed: 'verified',
  rejected: 'unverified',
};

export class Verifications {
  readonly #options: VerificationsOptions;

  constructor(options: VerificationsOptions) {
    this.#options = options;
  }

  async levels(userId: number): Promise<Readonly<Record<VerificationLevel, Verification>>> {
    const rows = await lastVerifications(this.#options.database, userId);
    return { basic: shownOf(rows, 'basic'), advanced: shownOf(rows, 'advanced') };
  }

  /** Who passed basic verification; the country is as verified. */
  async verifiedPerson(
    userId: number,
  ): Promise<{ readonly country: string | undefined } | undefined> {
    const rows = await lastVerifications(this.#options.database, userId);
    const basic = rows.find(({ level }) => level === 'basic');
    return basic?.status === 'passed' ? { country: basic.country } : undefined;
  }

  /** The names that were verified, by user. They stay behind their masks. */
  async verifiedNames(userIds: readonly number[]): Promise<ReadonlyMap<number, string>> {
    if (userIds.length === 0) return new Map();
    const rows = await lastOfLevel(this.#options.database, [...new Set(userIds)], 'basic');
    return new Map(
      rows.flatMap((row): (readonly [number, string])[] => {
        const name = row.status === 'passed' ? this.#detailsOf(row).name : undefined;
        return name === undefined ? [] : [[row.userId, name]];
      }),
    );
  }

  /** Whom basic verification passed, for those who must be told who sends money. It stays behind its mask. */
  async verifiedIdentity(userId: number): Promise<
    | {
        readonly name: string;
        readonly country: string | undefined;
        readonly idNumber: string | undefined;
      }
    | undefined
  > {
    const [row] = await lastOfLevel(this.#options.database, [userId], 'basic');
    if (row?.status !== 'passed') return undefined;
    const { name, idNumber } = this.#detailsOf(row);
    return name === undefined ? undefined : { name, idNumber, country: row.country };
  }

  /** What the user has sent, masked, and why it was refused if it was. */
  async own(userId: number, say: Say): Promise<ResponseOf<'center2'>> {
    const { database, provider } = this.#options;
    const rows = await lastVerifications(database, userId);
    const basic = rows.find(({ level }) => level === 'basic');
    const advanced = rows.find(({ level }) => level === 'advanced');
    const checks = await this.#checksOf(rows);
    const { name, idNumber } = this.#detailsOf(basic);
    const { address } = this.#detailsOf(advanced);
    return {
      basic: {
        status: shownOf(rows, 'basic'),
        ...(basic?.reason !== undefined && { reason: sayReason(basic.reason, say) }),
        ...(basic?.country !== undefined && { country: basic.country }),
        ...(name !== undefined && { name: maskedName(name) }),
        ...(idNumber !== undefined && { id_number: maskedNumber(idNumber) }),
        ...checks.get('basic'),
      },
      advanced: {
        status: shownOf(rows, 'advanced'),
        ...(advanced?.reason !== undefined && { reason: sayReason(advanced.reason, say) }),
        ...(address !== undefined && { address: maskedName(address) }),
        ...checks.get('advanced'),
      },
      ...(provider !== undefined && { provider }),
    };
  }

  /** Throws `already_under_review`, `already_verified` or `id_number_used`. */
  async askBasic(userId: number, { country, name, idNumber }: BasicClaim): Promise<void> {
    const { secrets } = this.#options;
    await this.#insert({
      userId,
      level: 'basic',
      country,
      ...this.#sealed({ name, idNumber }),
      idDigest: idDigest(secrets, country, idNumber),
    });
  }

  /** Throws `advanced_requires_basic`, `already_under_review`, `already_verified`, `not_found` of a photo. */
  async askAdvanced(userId: number, { address, photoIds }: AdvancedClaim): Promise<void> {
    const { basic } = await this.levels(userId);
    if (basic !== 'verified') throw new ProblemError('advanced_requires_basic');
    for (const fileId of photoIds) await this.#options.files.own(userId, fileId, 'kyc');
    await this.#insert({ userId, level: 'advanced', ...this.#sealed({ address }), photoIds });
  }

  page(filter: VerificationFilter, request: PageRequest): Promise<Page<ListedVerification>> {
    return verificationsPage(this.#options.database, filter, request);
  }

  /** Throws `not_found`. */
  async find(verificationId: number): Promise<ListedVerification> {
    const row = await findVerification(this.#options.database, verificationId);
    if (row === undefined) throw new ProblemError('not_found');
    return row;
  }

  /** What a submission says, in the open. */
  details(row: VerificationRow): VerificationDetails {
    return this.#detailsOf(row);
  }

  /**
   * All that a reviewer compares with the photos: an advanced submission has the address only, the name and number
   * are those of the basic one it stands on.
   */
  async person(
    row: VerificationRow,
  ): Promise<VerificationDetails & { readonly country: string | undefined }> {
    if (row.level === 'basic') return { ...this.#detailsOf(row), country: row.country };
    const rows = await lastVerifications(this.#options.database, row.userId);
    const basic = rows.find(({ level }) => level === 'basic');
    return { ...this.#detailsOf(basic), ...this.#detailsOf(row), country: basic?.country };
  }

  /** Decides and tells the user. Throws `not_found` or `already_decided`. */
  async decide(decision: Omit<VerificationDecision, 'decidedAtMs'>): Promise<ListedVerification> {
    return this.decideFor(decision, () => Promise.resolve());
  }

  /** Decides, in one transaction with what belongs to it; without an operator as the provider says. */
  async decideFor(
    decision: Omit<VerificationDecision, 'decidedAtMs'>,
    beside: (source: Queryable) => Promise<void>,
  ): Promise<ListedVerification> {
    const { database, clock, messages } = this.#options;
    const { userId, level } = await this.find(decision.verificationId);
    await database.transaction(async (transaction) => {
      if (!(await decideVerification(transaction, { ...decision, decidedAtMs: clock.now() })))
        throw new ProblemError('already_decided');
      await beside(transaction);
    });
    if (decision.status === 'passed') await messages.tell(userId, `${level}_verified`, {});
    else await messages.tell(userId, `${level}_refused`, { reason: decision.reason ?? '' });
    return this.find(decision.verificationId);
  }

  /** Takes back what was passed and tells the user; where that was done it changes nothing. */
  async revoke(verificationId: number, reason: string): Promise<void> {
    const { database, clock, messages } = this.#options;
    const { userId, level } = await this.find(verificationId);
    if (await revokePassed(database, { verificationId, reason, nowMs: clock.now() }))
      await messages.tell(userId, `${level}_refused`, { reason });
  }

  async #insert(added: Omit<NewVerification, 'createdAtMs'>): Promise<void> {
    const { database, clock, provider } = this.#options;
    const { userId, level } = added;
    const createdAtMs = clock.now();
    const isAdded = await database.transaction(async (transaction) => {
      const verificationId = await insertVerification(transaction, { ...added, createdAtMs });
      if (verificationId === undefined) return false;
      const check = { verificationId, userId, createdAtMs, endsAtMs: checkEndsAt(createdAtMs) };
      if (provider !== undefined) await insertCheck(transaction, check);
      return true;
    });
    if (isAdded) return;
    const { [level]: present } = await this.levels(userId);
    if (present === 'under_review') throw new ProblemError('already_under_review');
    if (present === 'verified') throw new ProblemError('already_verified');
    throw new ProblemError('id_number_used');
  }

  /** Of those under review, by level. */
  async #checksOf(
    rows: readonly VerificationRow[],
  ): Promise<ReadonlyMap<VerificationLevel, { readonly check: ReturnType<typeof ownCheckView> }>> {
    const { database, provider } = this.#options;
    if (provider === undefined) return new Map();
    const open = rows.filter(({ status }) => status === 'under_review');
    const checks = await checksOf(
      database,
      open.map(({ verificationId }) => verificationId),
    );
    return new Map(
      open.flatMap(({ level, verificationId }) => {
        const check = checks.get(verificationId);
        return check === undefined
          ? []
          : [[level, { check: ownCheckView(check, provider) }] as const];
      }),
    );
  }

  #sealed(details: VerificationDetails): { readonly details: Uint8Array; readonly keyId: string } {
    const { secrets } = this.#options;
    return { details: secrets.seal(JSON.stringify(details)), keyId: secrets.keyId };
  }

  #detailsOf(row: VerificationRow | undefined): VerificationDetails {
    if (row === undefined) return {};
    return JSON.parse(this.#options.secrets.open(row.details)) as VerificationDetails;
  }
}

function shownOf(rows: readonly VerificationRow[], level: VerificationLevel): Verification {
  const row = rows.find((each) => each.level === level);
  return row === undefined ? 'unverified' : SHOWN[row.status];
}

/** The first letter of each word. */
export const maskedName = (name: string): string =>
  name
    .split(/\s+/)
    .map((word) => `${[...word][0] ?? ''}•••`)
    .join(' ');

/** The last four characters of what has eight or more. */
const maskedNumber = (text: string): string => (text.length < 8 ? '•••' : `•••${text.slice(-4)}`);
