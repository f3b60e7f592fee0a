/**
 * Makes a picture out of bytes that anyone may have sent. What is kept is written anew from the decoded
 * pixels, so nothing of the original but what it shows survives: no metadata, no second file behind it.
 */
import { hash } from 'node:crypto';
import { ProblemError } from '@fairlead/contract';
import sharp from 'sharp';
import {
  PICTURE_PIXELS_MAX,
  PICTURE_SIDE_MAX,
  PICTURE_TIMEOUT_S,
  PICTURES_AT_ONCE_MAX,
  UPLOADS_WAITING_MAX,
} from '../core/http/limits.ts';
import { Turns } from '../core/http/turns.ts';

// A picture is decoded on one of libuv's threads; threads of its own would take the cores of trading.
sharp.concurrency(1);
sharp.cache(false);
// Whatever the bytes claim to be, nothing but these three decoders ever sees them.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
});

export const PICTURE_MIME = 'image/jpeg';
const JPEG_QUALITY = 88;

const turns = new Turns({ atOnceMax: PICTURES_AT_ONCE_MAX, waitingMax: UPLOADS_WAITING_MAX });

export interface Picture {
  /** JPEG. */
  readonly bytes: Buffer;
  /** Of the pixels as shown: the same for every way of writing them. */
  readonly pixelSha256: Buffer;
}

/** Reads a picture. Throws `file_type` for what is none, `file_too_large` for one of too many pixels. */
export function readPicture(bytes: Buffer): Promise<Picture> {
  if (!isKnownType(bytes)) throw new ProblemError('file_type');
  return turns.run(() => decode(bytes));
}

async function decode(bytes: Buffer): Promise<Picture> {
  const input = { limitInputPixels: PICTURE_PIXELS_MAX, failOn: 'error', pages: 1 } as const;
  await checkSize(bytes);
  try {
    const { data, info } = await sharp(bytes, input)
      .timeout({ seconds: PICTURE_TIMEOUT_S })
      .autoOrient()
      .resize({
        width: PICTURE_SIDE_MAX,
        height: PICTURE_SIDE_MAX,
        fit: 'inside',
        withoutEnlargement: true,
      })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const { width, height, channels } = info;
    const pixelSha256 = hash('sha256', Buffer.concat([sizeOf(width, height), data]), 'buffer');
    const encoded = await sharp(data, { raw: { width, height, channels } })
      .timeout({ seconds: PICTURE_TIMEOUT_S })
      .jpeg({ quality: JPEG_QUALITY })
      .toBuffer();
    return { bytes: encoded, pixelSha256 };
  } catch (error) {
    throw asProblem(error);
  }
}

/** The header tells the size; a picture of too many pixels is refused before any of them is made. */
async function checkSize(bytes: Buffer): Promise<void> {
  let pixels: number;
  try {
    const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
    pixels = width * height;
  } catch (error) {
    throw asProblem(error);
  }
  if (pixels > PICTURE_PIXELS_MAX) throw new ProblemError('file_too_large');
}

const sizeOf = (width: number, height: number): Buffer => Buffer.from(`${width}x${height}:`);

function asProblem(error: unknown): ProblemError {
  const isTimeout = error instanceof Error && error.message.includes('timeout');
  return new ProblemError(isTimeout ? 'overloaded' : 'file_type', { cause: error });
}

const JPEG = [0xff, 0xd8, 0xff];
const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** By the first bytes; neither the name nor the declared type counts. */
function isKnownType(bytes: Buffer): boolean {
  const begins = (magic: readonly number[]) => magic.every((byte, at) => bytes[at] === byte);
  const isWebp =
    bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP';
  return begins(JPEG) || begins(PNG) || isWebp;
}
