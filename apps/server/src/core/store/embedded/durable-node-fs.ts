/**
 * PGlite on a folder with real fsync. As shipped PGlite never syncs: it starts PostgreSQL with `-F`, and
 * Emscripten's node file system has no fsync operation. This adds the operation and leaves `-F` out, and makes
 * files that are its user's alone. It
 * touches internals of PGlite, so its version is pinned, and the self-test at start (pglite-worker.ts)
 * refuses to go on when commits stop reaching the disk.
 */
import fs from 'node:fs';
import type { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

/** What this module uses of an open Emscripten stream and of its file system's operations. */
interface EmscriptenStream {
  readonly nfd?: number;
  readonly node: { readonly mount: { readonly opts: { readonly root: string } } };
}
type MakeNode = (parent: unknown, name: string, mode: number, device: number) => unknown;
interface Attributes {
  readonly mode?: number | null;
}
type SetAttributes = (node: unknown, attributes: Attributes) => unknown;
interface NodeFileSystem {
  readonly node_ops: { mknod: MakeNode; setattr: SetAttributes };
  readonly stream_ops: {
    fsync?: (stream: EmscriptenStream) => number;
    setattr?: SetAttributes;
  };
}
type Module = { NODEFS?: NodeFileSystem; FS: { filesystems: { NODEFS: NodeFileSystem } } };
type InitOptions = Parameters<NodeFS['init']>[1];

/** Exit code of a process whose disk refused a sync: what was written is not known to be kept. */
const SYNC_FAILED_EXIT_CODE = 70;

/**
 * PostgreSQL's own fdatasync is compiled to nothing in PGlite 0.5.16 (measured: no call per commit), so
 * WAL is synced through fsync, which Emscripten passes on.
 */
export const DURABLE_PARAMETERS = ['-c', 'wal_sync_method=fsync', '-c', 'fsync=on'] as const;

/**
 * Its memory grows to what it ever needed, and never shrinks. The operating system keeps the files' pages too: 128 MB of
 * buffers, the default, were a second copy of them.
 */
export const LEAN_PARAMETERS = [
  ['shared_buffers', '24MB'],
  ['maintenance_work_mem', '8MB'],
].flatMap(([name, value]) => ['-c', `${name}=${value}`]);

export class DurableNodeFs extends NodeFS {
  readonly #isHooked: boolean;
  #syncCount = 0;

  constructor(folder: string, isHooked: boolean) {
    super(folder);
    this.#isHooked = isHooked;
  }

  /** How many syncs reached the operating system. */
  get syncCount(): number {
    return this.#syncCount;
  }

  override async init(database: PGlite, options: InitOptions): ReturnType<NodeFS['init']> {
    const answer = await super.init(database, options);
    const { preRun = [] } = answer.emscriptenOpts;
    const addOperations = (module: unknown): void => {
      const { NODEFS, FS } = module as Module;
      const { node_ops: nodes, stream_ops: streams } = NODEFS ?? FS.filesystems.NODEFS;
      keepPrivate(nodes, streams);
      if (this.#isHooked) streams.fsync = (stream) => this.#sync(stream);
    };
    return { emscriptenOpts: { ...answer.emscriptenOpts, preRun: [addOperations, ...preRun] } };
  }

  #sync(stream: EmscriptenStream): number {
    this.#syncCount += 1;
    try {
      if (stream.nfd === undefined) syncFolder(stream.node.mount.opts.root);
      else fs.fdatasyncSync(stream.nfd);
      return 0;
    } catch {
      // After a failed sync the kernel may have dropped the pages: nothing in memory can be trusted.
      process.exit(SYNC_FAILED_EXIT_CODE);
    }
  }
}

/** Emscripten's own umask does nothing, and its files would be open to all (0666): group and others get nothing. */
function keepPrivate(
  nodes: NodeFileSystem['node_ops'],
  streams: NodeFileSystem['stream_ops'],
): void {
  const { mknod, setattr } = nodes;
  nodes.mknod = (parent, name, mode, device) => mknod(parent, name, mode & OWNER_ONLY, device);
  nodes.setattr = (node, attributes) => setattr(node, ownersOnly(attributes));
  const setStream = streams.setattr;
  if (setStream !== undefined)
    streams.setattr = (stream, attributes) => setStream(stream, ownersOnly(attributes));
}

const OWNER_ONLY = ~0o077;
const ownersOnly = (attributes: Attributes): Attributes =>
  attributes.mode == null ? attributes : { ...attributes, mode: attributes.mode & OWNER_ONLY };

/** Makes names in a folder durable. */
export function syncFolder(folder: string): void {
  const descriptor = fs.openSync(folder, 'r');
  try {
    fs.fsyncSync(descriptor);
  } finally {
    fs.closeSync(descriptor);
  }
}

/** Makes a whole tree durable: every file, then every folder. */
export function syncTree(folder: string): void {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) syncTree(path);
    else syncFolder(path);
  }
  syncFolder(folder);
}
