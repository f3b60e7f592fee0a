/** Reads an upload: fields and one file, in multipart/form-data, never more of it than allowed, never slower. */

import type { IncomingMessage } from 'node:http';
import { ProblemError, UPLOAD_BYTES_MAX } from '@fairlead/contract';
import multipart, { type MultipartFile } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Say } from '../texts/texts.ts';
import {
  FORM_FIELDS_MAX,
  UPLOAD_LINGER_MS,
  UPLOAD_OVERHEAD_BYTES_MAX,
  UPLOAD_PACE,
} from './limits.ts';

export interface Upload {
  readonly fields: Record<string, unknown>;
  /** Undefined when there was none. */
  readonly file: Buffer | undefined;
}

/** How fast an upload must come. */
export interface UploadPace {
  readonly windowMs: number;
  /** Of the connection, in each window. */
  readonly bytesMin: number;
  /** After so many it is over. */
  readonly windowsMax: number;
}

const FIELD_BYTES_MAX = 200;
/** Requests that were given up on: the rest of them is not waited for. */
const givenUp = new WeakSet<IncomingMessage>();

/** Lets routes of this scope take uploads, and nothing else. */
export async function acceptUploads(scope: FastifyInstance): Promise<void> {
  scope.removeAllContentTypeParsers();
  scope.addHook('onResponse', async ({ raw }) => {
    if (givenUp.has(raw)) raw.destroy();
    else if (raw.complete === false) linger(raw);
  });
  await scope.register(multipart, {
    limits: {
      // One more than is taken shows that it is too much.
      fileSize: UPLOAD_BYTES_MAX + 1,
      files: 1,
      fields: FORM_FIELDS_MAX,
      parts: FORM_FIELDS_MAX + 1,
      fieldNameSize: FIELD_BYTES_MAX,
      fieldSize: FIELD_BYTES_MAX,
      headerPairs: FORM_FIELDS_MAX,
    },
  });
}

/**
 * Takes what still comes of a request that was answered before its end, for a moment only: a connection that is
 * closed on unread bytes loses the answer on its way, and one that nobody reads is never seen to close.
 */
function linger(raw: IncomingMessage): void {
  const timer = setTimeout(() => raw.destroy(), UPLOAD_LINGER_MS);
  raw.once('close', () => clearTimeout(timer));
  raw.unpipe();
  raw.resume();
}

/**
 * Throws `file_too_large` as soon as it is, whatever its length was said to be, or `validation_failed`, which is
 * also for what comes too slowly.
 */
export async function readUpload(
  request: FastifyRequest,
  say: Say,
  pace: UploadPace = UPLOAD_PACE,
): Promise<Upload> {
  if (Number(request.headers['content-length']) > UPLOAD_BYTES_MAX + UPLOAD_OVERHEAD_BYTES_MAX)
    throw new ProblemError('file_too_large');
  if (!request.isMultipart()) throw new ProblemError('media_type');
  const reading = readParts(request);
  // When it is given up on, how it ends is nobody's business any more.
  reading.catch(() => undefined);
  const { socket } = request.raw;
  const { promise: slowness, reject } = Promise.withResolvers<never>();
  let seenBytes = socket.bytesRead;
  let windows = 0;
  const watch = setInterval(() => {
    windows += 1;
    const isSlow = socket.bytesRead - seenBytes < pace.bytesMin;
    seenBytes = socket.bytesRead;
    if (!isSlow && windows < pace.windowsMax) return;
    givenUp.add(request.raw);
    reject(new ProblemError('validation_failed', { fields: { file: say('fields.upload_slow') } }));
  }, pace.windowMs);
  try {
    return await Promise.race([reading, slowness]);
  } finally {
    clearInterval(watch);
  }
}

async function readParts(request: FastifyRequest): Promise<Upload> {
  const fields: Record<string, unknown> = Object.create(null);
  let file: Buffer | undefined;
  try {
    for await (const part of request.parts()) {
      if (part.fieldname in fields) throw new ProblemError('validation_failed');
      if (part.type === 'field') fields[part.fieldname] = part.value;
      else if (part.fieldname === 'file') file = await readFile(part);
      else throw new ProblemError('validation_failed');
    }
  } catch (error) {
    if (error instanceof ProblemError) throw error;
    throw new ProblemError('validation_failed', { cause: error });
  }
  return { fields, file };
}

/** The name that came with it is never looked at. */
async function readFile({ file }: MultipartFile): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of file as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > UPLOAD_BYTES_MAX) throw new ProblemError('file_too_large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
