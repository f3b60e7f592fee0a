/** The ways by which others get heads to keep: calendars of OpenTimestamps, any HTTPS address, a git remote. */
import { execFile } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { appendFile, mkdir } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import type { HeadTarget } from '@fairlead/contract';
import {
  attestedBy,
  bitcoinHeight,
  headLine,
  mergeTimestamps,
  pendingUri,
  readTimestamp,
  type Timestamp,
  writeTimestamp,
} from '@fairlead/receipt';
import type { HeadsConfig } from '../core/config/heads.ts';
import type { ChainHead } from './queries.ts';
import { send, taken } from './send.ts';

export interface PublishedProof {
  readonly proof: Uint8Array;
  readonly isComplete: boolean;
}

export interface Target {
  readonly kind: HeadTarget['kind'];
  /** As everybody may know it. */
  readonly url: string;
  /** Throws where it was not taken. A calendar gives a proof, which is not complete yet. */
  publish(head: ChainHead, nowMs: number): Promise<PublishedProof | undefined>;
  /** What made a proof whole since; undefined while nothing did. */
  complete?(hash: string, proof: Uint8Array): Promise<PublishedProof | undefined>;
}

export interface TargetsOptions {
  readonly heads: HeadsConfig;
  readonly publicUrl: string;
  readonly dataDir: string;
  readonly ca?: string;
}

export function openTargets(options: TargetsOptions): readonly Target[] {
  const { calendars, https, git } = options.heads;
  return [
    ...calendars.map((url) => calendar(url, options)),
    ...(https === undefined ? [] : [address(https, options)]),
    ...(git === undefined ? [] : [gitRemote(git, options)]),
  ];
}

const OTS_TYPE = 'application/vnd.opentimestamps.v1';

/** The digest that is stamped is the head's hash itself: that of the last receipt's canonical text. */
function calendar(url: string, { ca }: TargetsOptions): Target {
  const headers = { accept: OTS_TYPE, 'user-agent': 'fairlead' };
  const trust = ca === undefined ? {} : { ca };
  return {
    kind: 'calendar',
    url,
    async publish({ hash }) {
      const body = Buffer.from(hash, 'hex');
      const type = { 'content-type': 'application/x-www-form-urlencoded' };
      const request = { method: 'POST', headers: { ...headers, ...type }, body, ...trust } as const;
      const timestamp = readTimestamp(taken(await send(`${url}/digest`, request)));
      return { proof: writeTimestamp(timestamp), isComplete: await isAnchored(timestamp, hash) };
    },
    async complete(hash, proof) {
      const timestamp = readTimestamp(proof);
      let isChanged = false;
      for (const { attestation, commitment, node } of await attestedBy(timestamp, hash)) {
        if (pendingUri(attestation) === undefined || commitment === undefined) continue;
        // Of this calendar, whatever address its answer named.
        const at = `${url}/timestamp/${Buffer.from(commitment).toString('hex')}`;
        const answer = await send(at, { method: 'GET', headers, ...trust });
        if (answer.status === 404) continue;
        const more = mergeTimestamps(node, readTimestamp(taken(answer)));
        node.attestations.splice(0, Number.POSITIVE_INFINITY, ...more.attestations);
        node.operations.splice(0, Number.POSITIVE_INFINITY, ...more.operations);
        isChanged = true;
      }
      if (!isChanged) return undefined;
      return { proof: writeTimestamp(timestamp), isComplete: await isAnchored(timestamp, hash) };
    },
  };
}

async function isAnchored(timestamp: Timestamp, hash: string): Promise<boolean> {
  const attested = await attestedBy(timestamp, hash);
  return attested.some(({ attestation }) => bitcoinHeight(attestation) !== undefined);
}

function address(
  { url, secret }: NonNullable<HeadsConfig['https']>,
  { publicUrl, ca }: TargetsOptions,
): Target {
  return {
    kind: 'https',
    // Its path may be a secret.
    url: new URL(url).origin,
    async publish({ receiptId, hash }, nowMs) {
      const text = JSON.stringify({ exchange: publicUrl, time: nowMs, count: receiptId, hash });
      const signature = secret && createHmac('sha256', secret).update(text).digest('hex');
      const headers = {
        'content-type': 'application/json',
        ...(signature !== undefined && { 'x-fairlead-signature': `sha256=${signature}` }),
      };
      const request = { method: 'POST', headers, body: Buffer.from(text) } as const;
      taken(await send(url, { ...request, ...(ca !== undefined && { ca }) }));
      return undefined;
    },
  };
}

const run = promisify(execFile);
const GIT_TIMEOUT_MS = 60_000;
/** The file of heads in the remote, a line each. */
export const HEADS_FILE = 'receipts.heads';

/** Appends a line and pushes it; a history that was written anew over there is not overwritten by force. */
function gitRemote(
  { remote, branch }: NonNullable<HeadsConfig['git']>,
  { dataDir }: TargetsOptions,
): Target {
  const folder = path.join(dataDir, 'heads-git');
  const git = async (...args: readonly string[]): Promise<string> => {
    const { stdout } = await run('git', ['-C', folder, ...args], {
      timeout: GIT_TIMEOUT_MS,
      env: {
        PATH: process.env['PATH'],
        HOME: process.env['HOME'],
        SSH_AUTH_SOCK: process.env['SSH_AUTH_SOCK'],
        GIT_TERMINAL_PROMPT: '0',
        GIT_ALLOW_PROTOCOL: 'https:ssh:file',
        GIT_SSH_COMMAND: 'ssh -o BatchMode=yes',
      },
    }).catch((error: Error & { readonly stderr?: string }) => {
      // The command itself may name a password: the log gets what git said, without the remote.
      const said = error.stderr?.trim() || 'it did not end';
      const plain = said
        .replaceAll(remote, publicRemote(remote))
        .replace(/\/\/[^/@\s]{1,500}@/g, '//');
      throw new Error(`git ${args[0]}: ${plain}`);
    });
    return stdout;
  };
  return {
    kind: 'git',
    url: publicRemote(remote),
    async publish(head, nowMs) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await git('init', '--quiet');
      const known = await git('ls-remote', '--heads', remote, `refs/heads/${branch}`);
      if (known.trim() === '') await git('checkout', '--quiet', '--orphan', `heads-${nowMs}`);
      else {
        await git('fetch', '--quiet', '--depth=1', remote, `refs/heads/${branch}`);
        await git('checkout', '--quiet', '--force', '--detach', 'FETCH_HEAD');
      }
      const line = headLine({ count: head.receiptId, hash: head.hash });
      await appendFile(path.join(folder, HEADS_FILE), `${line} ${new Date(nowMs).toISOString()}\n`);
      await git('add', '--', HEADS_FILE);
      const author = ['-c', 'user.name=Fairlead', '-c', 'user.email=heads@fairlead.invalid'];
      await git(...author, '-c', 'commit.gpgsign=false', 'commit', '--quiet', '-m', line);
      await git('push', '--quiet', remote, `HEAD:refs/heads/${branch}`);
      return undefined;
    },
  };
}

/** Without a name or password in it. */
function publicRemote(remote: string): string {
  const url = URL.parse(remote);
  if (url === null) return remote.replace(/^[^@]*@/, '');
  if (url.protocol === 'file:') return 'file:';
  return `${url.protocol}//${url.host}${url.pathname}`;
}
