/**
 * Keeps a second process out of a data folder. The lock is a listening socket, which the kernel frees
 * when its process dies, however it dies: nothing stale is left behind. On Linux it is an abstract Unix
 * socket (no file); elsewhere a loopback port. Not out of reach: two containers that share a volume but
 * not a network namespace.
 */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import net from 'node:net';
import { StartRefusedError } from '../database.ts';

/** File systems whose locks and syncs cannot be relied on: NFS, SMB, CIFS (statfs(2)). */
const NETWORK_FILE_SYSTEMS: ReadonlySet<number> = new Set([0x6969, 0x517b, 0xff534d42, 0xfe534d42]);
const LOCK_PORT_FIRST = 20_000;
const LOCK_PORT_COUNT = 20_000;

export interface FolderLock {
  release(): Promise<void>;
}

/** Locks an existing folder that is to hold an embedded database, or refuses with the line to show. */
export async function lockFolder(
  folder: string,
  platform: NodeJS.Platform = process.platform,
): Promise<FolderLock> {
  if (NETWORK_FILE_SYSTEMS.has(fs.statfsSync(folder).type)) {
    throw new StartRefusedError(
      `the embedded database cannot live on a network file system: ${folder}; use a local folder or DATABASE_URL`,
    );
  }
  return lockAnyFolder(folder, platform);
}

/** Locks an existing folder wherever it is, against processes of this machine. */
export async function lockAnyFolder(
  folder: string,
  platform: NodeJS.Platform = process.platform,
): Promise<FolderLock> {
  const server = net.createServer((socket) => socket.destroy());
  const address = addressOf(folder, platform);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const isHeld = error.code === 'EADDRINUSE';
      const refusal = `another process is using the data folder ${folder}; stop it first`;
      reject(isHeld ? new StartRefusedError(refusal) : error);
    });
    server.listen({ ...address, exclusive: true }, resolve);
  });
  server.unref();
  return {
    release: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
      }),
  };
}

/** Whether a process uses an existing folder, asked without keeping anybody out of it. */
export function isLocked(
  folder: string,
  platform: NodeJS.Platform = process.platform,
): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(addressOf(folder, platform));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

function addressOf(
  folder: string,
  platform: NodeJS.Platform,
): { readonly path: string } | { readonly host: string; readonly port: number } {
  const digest = createHash('sha256').update(fs.realpathSync(folder)).digest();
  if (platform === 'linux') return { path: `\0fairlead-${digest.toString('hex').slice(0, 48)}` };
  return { host: '127.0.0.1', port: LOCK_PORT_FIRST + (digest.readUInt32BE(0) % LOCK_PORT_COUNT) };
}
