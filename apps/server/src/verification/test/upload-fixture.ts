/** Uploads as a browser sends them, and pictures to send. */
import { randomBytes } from 'node:crypto';
import { routes } from '@fairlead/contract';
import sharp from 'sharp';
import {
  type CallOptions,
  type Reply,
  readReply,
  type TestServer,
} from '../../../test/support/fixture.ts';

export interface UploadParts {
  readonly bytes: Uint8Array;
  readonly purpose?: string;
  /** What the sender calls it, and claims it to be. */
  readonly filename?: string;
  readonly type?: string;
  readonly field?: string;
  /** Sent beside the others. */
  readonly fields?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Of another route than the users'. */
  readonly path?: string;
}

/** The body of a multipart form. */
export function multipartBody(parts: UploadParts): {
  readonly body: Buffer;
  readonly type: string;
} {
  const boundary = `----test${randomBytes(8).toString('hex')}`;
  const { purpose = 'kyc', filename = 'photo.jpg', type = 'image/jpeg', field = 'file' } = parts;
  const fields = { ...(purpose !== '' && { purpose }), ...parts.fields };
  const written = Object.entries(fields).map(
    ([name, value]) =>
      `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="${filename}"\r\ncontent-type: ${type}\r\n\r\n`;
  const body = Buffer.concat([
    Buffer.from(written.join('')),
    Buffer.from(head),
    parts.bytes,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  return { body, type: `multipart/form-data; boundary=${boundary}` };
}

export async function upload(
  server: TestServer,
  caller: CallOptions,
  parts: UploadParts,
): Promise<Reply<'upload'>> {
  const { body, type } = multipartBody(parts);
  const response = await server.app.inject({
    method: 'POST',
    url: `/api/${parts.path ?? routes.upload.path}`,
    remoteAddress: caller.ip ?? '127.0.0.1',
    headers: {
      'content-type': type,
      ...(caller.token !== undefined && { authorization: caller.token }),
      ...parts.headers,
    },
    payload: body,
  });
  return readReply(response);
}

/** Uploads a picture of its own and gives its id. */
export async function uploaded(
  server: TestServer,
  caller: CallOptions,
  purpose = 'kyc',
): Promise<number> {
  const reply = await upload(server, caller, { bytes: await picture(), purpose });
  if (reply.type !== 'ok') throw new Error(`upload: ${reply.text}`);
  return reply.message.file_id;
}

/** A small picture unlike any other. */
export function picture(
  format: 'jpeg' | 'png' | 'webp' = 'jpeg',
  size: { readonly width: number; readonly height: number } = { width: 24, height: 16 },
): Promise<Buffer> {
  const raw = { ...size, channels: 3 } as const;
  return sharp(randomBytes(size.width * size.height * 3), { raw })
    .toFormat(format)
    .toBuffer();
}
