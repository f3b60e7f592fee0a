/**
 * What users' passkeys signed, checked again beside the key. The signer keeps a record of its own of public keys: it asks for
 * the exchange's list in each round, writes down when it first saw each, and never lets one be changed. A new one counts
 * after a delay by the signer's own clock, and one that is gone goes on to guard its owner for as long. So who takes over
 * the exchange and adds a key, or says that there is none, gets nothing past it before somebody has read what it says.
 */
import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { isSigned, type Place } from './assertion.ts';
import type { Desk, Job, PasskeyEntry } from './desk.ts';
import { LineFile } from './line-file.ts';

export interface PasskeyPolicy extends Place {
  /** The exchange's id. */
  readonly deployment: string;
  readonly ripeAfterMs: number;
}

const zTime = z.number().check(z.int());
const zLine = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('seen'),
    entry: z.number(),
    owner: z.number(),
    credential_id: z.string(),
    public_key: z.string(),
    time: zTime,
  }),
  z.strictObject({
    kind: z.literal('gone'),
    entry: z.number(),
    credential_id: z.string(),
    time: zTime,
  }),
]);
type Line = z.infer<typeof zLine>;

export interface KnownPasskey {
  readonly owner: number;
  readonly credentialId: string;
  /** COSE, base64url. */
  readonly publicKey: string;
  readonly seenAtMs: number;
  readonly goneAtMs: number | undefined;
}

/** What an entry of the list changed, for people to read. */
export interface Learned {
  readonly event: 'passkey_added' | 'passkey_gone' | 'passkey_changed';
  readonly owner: number;
  readonly credentialId: string;
}

export class PasskeyBook {
  readonly #file: LineFile;
  readonly #known = new Map<string, KnownPasskey>();
  readonly #byOwner = new Map<number, Set<string>>();
  /** Of the last entry that was read. */
  cursor = 0;

  /** Opens or begins the record. Throws when a line of it cannot be read. */
  constructor(file: string) {
    this.#file = new LineFile(file);
    for (const text of this.#file.lines) this.#apply(zLine.parse(JSON.parse(text)));
  }

  find(credentialId: string): KnownPasskey | undefined {
    return this.#known.get(credentialId);
  }

  of(owner: number): readonly KnownPasskey[] {
    return [...(this.#byOwner.get(owner) ?? [])].flatMap((id) => this.#known.get(id) ?? []);
  }

  /** Takes over a page of the list; gives what people should read. What is known once never changes but by going. */
  learn(entries: readonly PasskeyEntry[], nowMs: number): Learned[] {
    const lines: Line[] = [];
    const learned: Learned[] = [];
    for (const entry of entries) {
      const { id, is_added: isAdded, owner, credential_id: credentialId } = entry;
      const known = this.#known.get(credentialId);
      const say = (event: Learned['event']) => learned.push({ event, owner, credentialId });
      const isOther =
        known !== undefined && (known.owner !== owner || known.publicKey !== entry.public_key);
      const add = (line: Line) => {
        this.#apply(line);
        lines.push(line);
      };
      if (isOther) say('passkey_changed');
      else if (isAdded && known === undefined) {
        // The first of an owner is no news: there was nothing to guard before.
        if (this.of(owner).length > 0) say('passkey_added');
        const seen = { credential_id: credentialId, public_key: entry.public_key, time: nowMs };
        add({ kind: 'seen', entry: id, owner, ...seen });
      } else if (!isAdded && known !== undefined && known.goneAtMs === undefined) {
        say('passkey_gone');
        add({ kind: 'gone', entry: id, credential_id: credentialId, time: nowMs });
      }
      this.cursor = Math.max(this.cursor, id);
    }
    if (lines.length > 0) this.#file.append(...lines);
    return learned;
  }

  close(): void {
    this.#file.close();
  }

  #apply(line: Line): void {
    this.cursor = Math.max(this.cursor, line.entry);
    const { credential_id: credentialId, time } = line;
    if (line.kind === 'gone') {
      const known = this.#known.get(credentialId);
      if (known === undefined) throw new Error(`${credentialId} was never seen`);
      this.#known.set(credentialId, { ...known, goneAtMs: time });
      return;
    }
    const { owner, public_key: publicKey } = line;
    const seen = { owner, credentialId, publicKey, seenAtMs: time, goneAtMs: undefined };
    this.#known.set(credentialId, seen);
    this.#byOwner.set(owner, (this.#byOwner.get(owner) ?? new Set()).add(credentialId));
  }
}

/** What was signed, hex, as the signed bytes name it; undefined where nothing was. */
export function signedHash({ signed }: Pick<Job, 'signed'>): string | undefined {
  if (signed === undefined) return undefined;
  const text = Buffer.from(signed.client_data, 'base64url').toString('utf8');
  try {
    const { challenge } = JSON.parse(text) as { challenge?: unknown };
    return Buffer.from(String(challenge), 'base64url').toString('hex');
  } catch {
    return '';
  }
}

/** The entries before the last one are read again: one may be committed after a later one. */
const READ_AGAIN = 500;

export class PasskeyChecks {
  readonly #policy: PasskeyPolicy;
  readonly #book: PasskeyBook;
  readonly #say: (learned: Learned) => void;
  /** An exchange that was restored counts anew: at the start all is read again. */
  #isRead = false;

  constructor(policy: PasskeyPolicy, book: PasskeyBook, say: (learned: Learned) => void) {
    this.#policy = policy;
    this.#book = book;
    this.#say = say;
  }

  /** Reads what is new on the list. */
  async learn(desk: Pick<Desk, 'passkeys'>, nowMs: number): Promise<void> {
    let after = this.#isRead ? Math.max(0, this.#book.cursor - READ_AGAIN) : 0;
    for (;;) {
      const { list, has_more: hasMore } = await desk.passkeys(after);
      for (const learned of this.#book.learn(list, nowMs)) this.#say(learned);
      const last = list.at(-1)?.id;
      if (!hasMore || last === undefined || last <= after) break;
      after = last;
    }
    this.#isRead = true;
  }

  /** Why a job is not what its owner's passkey signed; undefined when it is, or its owner has none that counts. */
  async refusal(job: Job, currency: string, nowMs: number): Promise<string | undefined> {
    const guards = this.#book.of(job.owner).filter((each) => this.#isGuard(each, nowMs));
    const { signed } = job;
    if (signed === undefined)
      return guards.length > 0 ? 'its owner has a passkey and did not sign it' : undefined;
    const known = this.#book.find(signed.credential_id);
    if (known?.owner !== job.owner) return 'it is signed by no passkey of its owner';
    if (guards.length > 0 && !guards.includes(known))
      return 'it is signed by a passkey that is too new, or gone';
    return (await this.#isSigned(job, signed, { currency, known }))
      ? undefined
      : 'its owner signed something else';
  }

  /** It has counted, and is not gone for longer than a new one takes to count. */
  #isGuard({ seenAtMs, goneAtMs }: KnownPasskey, nowMs: number): boolean {
    const { ripeAfterMs } = this.#policy;
    const isRipe = (goneAtMs ?? nowMs) - seenAtMs >= ripeAfterMs;
    return isRipe && (goneAtMs === undefined || nowMs - goneAtMs < ripeAfterMs);
  }

  async #isSigned(
    { address, amount, chain, owner }: Job,
    signed: NonNullable<Job['signed']>,
    { currency, known }: { readonly currency: string; readonly known: KnownPasskey },
  ): Promise<boolean> {
    const { deployment } = this.#policy;
    const { fee, nonce } = signed;
    // RFC 8785 JSON of docs/internals/identity.md, of what is about to be paid.
    const text = JSON.stringify({
      address,
      amount,
      chain,
      currency,
      deployment,
      fee,
      kind: 'withdrawal',
      nonce,
      owner,
      version: 1,
    });
    const challenge = createHash('sha256').update(text).digest('base64url');
    return isSigned(signed, { publicKey: known.publicKey, challenge }, this.#policy);
  }
}
