/** Pictures that anyone may have sent (cases.md U1 to U5, U7 to U9, O9, X11). */
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import { UPLOAD_BYTES_MAX } from '@fairlead/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer, type TestUser } from '../../../test/support/fixture.ts';
import { multipartBody, picture, type UploadParts, upload, uploaded } from './upload-fixture.ts';

let server: TestServer;
let user: TestUser;
beforeAll(async () => {
  server = await startTestServer();
  user = await server.register();
});
afterAll(() => server.stop());

const send = (parts: UploadParts) => upload(server, user, parts);

/** The picture as its owner gets it. */
async function own(fileId: number, caller = user) {
  const response = await server.app.inject({
    url: `/api/user/file?id=${fileId}`,
    headers: { authorization: caller.token },
  });
  return { status: response.statusCode, headers: response.headers, bytes: response.rawPayload };
}

async function storedFiles(at: TestServer = server): Promise<string[]> {
  const folder = path.join(at.folder, 'uploads');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((each) => each.isFile())
    .map((each) => path.join(each.parentPath, each.name));
}

/** A flat PNG of the size, whatever it costs to decode. */
const flat = (width: number, height: number): Promise<Buffer> =>
  sharp({
    create: { width, height, channels: 3, background: '#336699' },
    limitInputPixels: false,
  })
    .png({ compressionLevel: 9 })
    .toBuffer();

/** A PNG of one bit for each pixel, all black: small to send, large to decode. */
function blackPng(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length, 0);
    frame.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
  };
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0]);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  const rows = deflateSync(Buffer.alloc(height * (1 + Math.ceil(width / 8))));
  const parts = [chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...parts]);
}

describe('what is taken', () => {
  test.each(['jpeg', 'png', 'webp'] as const)(
    '%s is taken and comes back as a picture',
    async (format) => {
      const bytes = await picture(format, { width: 40, height: 30 });
      const reply = await send({ bytes });
      expect(reply.status).toBe(200);
      const seen = await own(reply.message.file_id);
      expect(seen.status).toBe(200);
      expect(await sharp(seen.bytes).metadata()).toMatchObject({
        format: 'jpeg',
        width: 40,
        height: 30,
      });
    },
  );

  test('neither name nor declared type counts, only the bytes do (U2)', async () => {
    const bytes = await picture('png');
    const reply = await send({
      bytes,
      filename: 'invoice.pdf.exe',
      type: 'application/x-whatever',
    });
    expect(reply.status).toBe(200);
  });

  test('names are the server’s own (U5)', async () => {
    const before = new Set(await storedFiles());
    for (const filename of ['../../../etc/passwd', 'a\0b.jpg', '..\\..\\x', '\u202egpj.exe', 'CON'])
      expect((await send({ bytes: await picture(), filename })).status).toBe(200);
    const made = (await storedFiles()).filter((name) => !before.has(name));
    expect(made).toHaveLength(5);
    for (const name of made)
      expect(path.relative(server.folder, name)).toMatch(
        /^uploads\/([0-9a-f]{2})\/\1[0-9a-f]{30}$/,
      );
  });

  test('large pictures are made smaller, and print stays readable', async () => {
    const reply = await send({ bytes: await flat(5_000, 3_000) });
    const { width, height } = await sharp((await own(reply.message.file_id)).bytes).metadata();
    expect([width, height]).toEqual([2_560, 1_536]);
  });

  test('orientation is applied, and no metadata is left (U4)', async () => {
    const bytes = await sharp(await picture('jpeg', { width: 40, height: 20 }))
      .withExif({
        IFD0: { Copyright: 'SECRET-OWNER' },
        IFD3: { GPSLatitude: '35/1 41/1 22/1', GPSLatitudeRef: 'N' },
      })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">SECRET-XMP</x:xmpmeta>')
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect((await sharp(bytes).metadata()).orientation).toBe(6);
    expect(bytes.includes('SECRET-OWNER')).toBe(true);
    const { bytes: seen } = await own((await send({ bytes })).message.file_id);
    const metadata = await sharp(seen).metadata();
    expect(metadata).toMatchObject({ width: 20, height: 40 });
    expect([metadata.exif, metadata.xmp, metadata.icc, metadata.orientation]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(seen.includes('SECRET')).toBe(false);
  });
});

describe('X11: the zoo is refused, and nothing of it is kept (U2, U3)', () => {
  const html = Buffer.from('<html><script>alert(1)</script></html>');
  const svg = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script/></svg>',
  );
  const zoo: Record<string, () => Buffer | Promise<Buffer>> = {
    'HTML as .jpg': () => html,
    SVG: () => svg,
    PDF: () => Buffer.from('%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>'),
    zip: () => Buffer.concat([Buffer.from('PK\x03\x04'), randomBytes(100)]),
    GIF: () =>
      sharp({ create: { width: 4, height: 4, channels: 3, background: '#fff' } })
        .gif()
        .toBuffer(),
    'GIF and script in one': () =>
      Buffer.concat([Buffer.from('GIF89a/*'), html, Buffer.from('*/=1;')]),
    TIFF: () =>
      sharp({ create: { width: 4, height: 4, channels: 3, background: '#fff' } })
        .tiff()
        .toBuffer(),
    'a JPEG’s first bytes and HTML': () =>
      Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), html]),
    'a PNG’s first bytes and SVG': () =>
      Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), svg]),
    'a WebP’s first bytes and noise': () =>
      Buffer.concat([Buffer.from('RIFF\x40\0\0\0WEBPVP8 '), randomBytes(64)]),
    'truncated JPEG': async () => {
      const whole = await picture('jpeg', { width: 400, height: 300 });
      return whole.subarray(0, whole.length / 2);
    },
    'truncated PNG': async () => {
      const whole = await picture('png', { width: 400, height: 300 });
      return whole.subarray(0, whole.length / 2);
    },
    'no bytes': () => Buffer.alloc(0),
    noise: () => randomBytes(5_000),
  };

  test.each(Object.keys(zoo))('%s', async (name) => {
    const before = (await storedFiles()).length;
    const bytes = (await zoo[name]?.()) ?? Buffer.alloc(0);
    const reply = await send({ bytes });
    expect(reply).toMatchObject({ status: 415, error: 'file_type' });
    expect(await storedFiles()).toHaveLength(before);
  });

  test('a picture with a second file behind it is taken without that', async () => {
    const bytes = Buffer.concat([await picture('jpeg'), Buffer.from('PK\x03\x04'), html]);
    const reply = await send({ bytes });
    expect(reply.status).toBe(200);
    const seen = await own(reply.message.file_id);
    expect(seen.bytes.includes('script')).toBe(false);
    expect(seen.bytes.includes('PK\x03\x04')).toBe(false);
  });

  test('a flat PNG of 14000 × 14000 is refused before a pixel of it is made (U3)', async () => {
    const bytes = blackPng(14_000, 14_000);
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 14_000, height: 14_000 });
    expect(bytes.length).toBeLessThan(100_000);
    const before = process.memoryUsage().rss;
    const reply = await send({ bytes });
    expect(reply).toMatchObject({ status: 413, error: 'file_too_large' });
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024);
  });
});

describe('how much is taken (U1)', () => {
  test('eight megabytes are read, one byte more is not', async () => {
    const exact = await send({ bytes: Buffer.alloc(UPLOAD_BYTES_MAX) });
    expect(exact).toMatchObject({ status: 415, error: 'file_type' });
    const more = await send({ bytes: Buffer.alloc(UPLOAD_BYTES_MAX + 1) });
    expect(more).toMatchObject({ status: 413, error: 'file_too_large' });
  });

  test('a length that says too much is refused at once, one that says too little does not help', async () => {
    const bytes = Buffer.alloc(100);
    const said = await send({ bytes, headers: { 'content-length': String(50_000_000) } });
    expect(said).toMatchObject({ status: 413, error: 'file_too_large' });
    const lied = await send({
      bytes: Buffer.alloc(UPLOAD_BYTES_MAX + 1),
      headers: { 'content-length': '100' },
    });
    expect(lied.status).toBe(413);
  });

  test('a body without a length is cut off when it is too long, however much more would come', async () => {
    const address = await server.app.listen({ port: 0, host: '127.0.0.1' });
    const { body, type } = multipartBody({ bytes: Buffer.alloc(1024 * 1024) });
    const request = http.request(`${address}/api/upload`, {
      method: 'POST',
      headers: { authorization: user.token, 'content-type': type },
    });
    const answered = new Promise<number | undefined>((resolve, reject) => {
      request.on('response', (response) => resolve(response.statusCode));
      request.on('error', reject);
    });
    let isOver = false;
    void answered.finally(() => {
      isOver = true;
    });
    const megabyte = Buffer.alloc(1024 * 1024);
    request.write(body.subarray(0, body.length / 2));
    let sent = 0;
    for (; sent < 200 && !isOver; sent += 1)
      if (!request.write(megabyte)) await Promise.race([once(request, 'drain'), answered]);
    expect(await answered).toBe(413);
    expect(sent).toBeLessThan(50);
    request.destroy();
  });

  test('a guest is refused before anything is read', async () => {
    const reply = await upload(server, {}, { bytes: await picture() });
    expect(reply).toMatchObject({ status: 401, error: 'not_logged_in' });
  });

  test.each<[string, Partial<UploadParts>, number, string]>([
    ['no purpose', { purpose: '' }, 422, 'purpose'],
    ['an unknown purpose', { purpose: 'wallpaper' }, 422, 'purpose'],
    ['a field too many', { fields: { userId: '1' } }, 422, 'userId'],
  ])('%s is a field error', async (_name, parts, status, field) => {
    const reply = await send({ bytes: await picture(), ...parts });
    expect(reply).toMatchObject({ status, error: 'validation_failed' });
    expect(Object.keys(reply.fields ?? {})).toEqual([field]);
  });

  test.each<[string, Partial<UploadParts>]>([
    ['a file of another name', { field: 'photo' }],
    ['a name that reaches a prototype', { fields: { __proto__x: '1', constructor: '1' } }],
  ])('%s is refused', async (_name, parts) => {
    const reply = await send({ bytes: await picture(), ...parts });
    expect(reply).toMatchObject({ status: 422, error: 'validation_failed' });
  });

  test('a body that is cut off, no multipart, or for another route is refused', async () => {
    const { body, type } = multipartBody({ bytes: await picture() });
    const post = async (url: string, headers: Record<string, string>, payload: Buffer | string) =>
      (
        await server.app.inject({
          method: 'POST',
          url,
          headers: { authorization: user.token, ...headers },
          payload,
        })
      ).statusCode;
    const half = body.subarray(0, body.length - 40);
    expect(await post('/api/upload', { 'content-type': type }, half)).toBe(422);
    expect(await post('/api/upload', { 'content-type': 'multipart/form-data' }, body)).toBe(422);
    expect(await post('/api/upload', { 'content-type': 'application/json' }, '{}')).toBe(415);
    expect(await post('/api/user/logout', { 'content-type': type }, body)).toBe(415);
  });

  test('of twenty-one pictures in a day the last is refused, in parallel too; the next day is new', async () => {
    const strict = await startTestServer({ environment: { RATE_LIMIT_FACTOR: '1' } });
    try {
      const sender = await strict.register();
      const one = async () => upload(strict, sender, { bytes: await picture() });
      for (let count = 0; count < 18; count += 1) expect((await one()).status).toBe(200);
      const last = await Promise.all([one(), one(), one()]);
      expect(last.map(({ status }) => status).sort()).toEqual([200, 200, 429]);
      const refused = await one();
      expect(refused).toMatchObject({ status: 429, error: 'file_limit' });
      expect(Number(refused.headers['retry-after'])).toBe(16 * 3_600);
      expect(await storedFiles(strict)).toHaveLength(20);
      strict.clock.nowMs += 16 * 3_600_000;
      expect((await one()).status).toBe(200);
    } finally {
      await strict.stop();
    }
  });
});

describe('where pictures lie', () => {
  test('the file is no picture without its key, and a changed one opens no more (U7)', async () => {
    const before = new Set(await storedFiles());
    const fileId = await uploaded(server, user);
    const [place = ''] = (await storedFiles()).filter((name) => !before.has(name));
    const raw = await readFile(place);
    expect(raw.subarray(0, 3).toString('hex')).not.toBe('ffd8ff');
    expect(raw.includes('JFIF')).toBe(false);
    await expect(sharp(raw).metadata()).rejects.toThrow();
    const { context } = server;
    const [row] = await context.database.query<{ wrapped_key: Uint8Array }>(
      'SELECT wrapped_key FROM files WHERE file_id = $1',
      [fileId],
    );
    expect(row?.wrapped_key.length).toBe(12 + 16 + 32);
    // Another file's key, and a key that was changed.
    const other = await uploaded(server, user);
    await context.database.query(
      `UPDATE files SET wrapped_key = (SELECT wrapped_key FROM files WHERE file_id = $2)
       WHERE file_id = $1`,
      [fileId, other],
    );
    await expect(context.files.open(fileId)).rejects.toThrow();
    expect((await own(fileId)).status).toBe(500);
    expect((await own(other)).status).toBe(200);
  });

  test('what was sent and what it shows are known again (U8)', async () => {
    const bytes = await picture('png', { width: 60, height: 40 });
    const first = (await send({ bytes, purpose: 'deposit_proof' })).message.file_id;
    expect(await server.context.files.twins(first)).toEqual([]);
    const stranger = await server.register();
    const same = (await upload(server, stranger, { bytes, purpose: 'deposit_proof' })).message
      .file_id;
    const rewritten = await sharp(bytes).webp({ lossless: true }).toBuffer();
    const shown = (await send({ bytes: rewritten, purpose: 'deposit_proof' })).message.file_id;
    await send({ bytes, purpose: 'chat' });
    expect(await server.context.files.twins(first)).toEqual([same, shown]);
    expect((await server.context.files.open(first)).sha256).toBe(
      createHash('sha256').update(bytes).digest('hex'),
    );
  });

  test('a picture is its owner’s: a stranger’s id is like none (V4)', async () => {
    const fileId = await uploaded(server, user);
    const stranger = await server.register();
    const [theirs, missing] = [await own(fileId, stranger), await own(999_999, stranger)];
    expect([theirs.status, missing.status]).toEqual([404, 404]);
    expect(theirs.bytes.equals(missing.bytes)).toBe(true);
  });

  test('it comes as a file to save, of its own type, and nothing in it could run (U5)', async () => {
    const { headers } = await own(await uploaded(server, user));
    expect(headers).toMatchObject({
      'content-type': 'image/jpeg',
      'content-disposition': expect.stringMatching(/^attachment/),
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
      'cache-control': 'no-store',
    });
  });
});

test('photos that no verification was asked for with are forgotten after a week, others are not', async () => {
  const own = await startTestServer();
  try {
    const sender = await own.register();
    const [used, unused, proof] = [
      await uploaded(own, sender),
      await uploaded(own, sender),
      await uploaded(own, sender, 'deposit_proof'),
    ];
    await own.context.database.query(
      `INSERT INTO verifications (user_id, level, status, details, key_id, front_file_id,
         back_file_id, holding_file_id, created_at_ms)
       VALUES ($1, 'advanced', 'under_review', '', '', $2, $2, $2, 0)`,
      [sender.userId, used],
    );
    own.clock.nowMs += 7 * 86_400_000;
    await own.context.files.prune();
    expect(await storedFiles(own)).toHaveLength(3);
    own.clock.nowMs += 1;
    await own.context.files.prune();
    expect(await storedFiles(own)).toHaveLength(2);
    await expect(own.context.files.open(unused)).rejects.toThrow('not_found');
    for (const kept of [used, proof])
      expect((await own.context.files.open(kept)).mime).toBe('image/jpeg');
  } finally {
    await own.stop();
  }
});

describe('many at once (U9)', () => {
  test('fifty are taken one after the other, two at a time of one user', async () => {
    const senders = await Promise.all(Array.from({ length: 10 }, () => server.register()));
    const bytes = await picture('jpeg', { width: 300, height: 200 });
    const replies = await Promise.all(
      senders.flatMap((sender) =>
        Array.from({ length: 5 }, () => upload(server, sender, { bytes, purpose: 'chat' })),
      ),
    );
    const statuses = Map.groupBy(replies, ({ status }) => status);
    expect(statuses.get(200)).toHaveLength(20);
    expect(statuses.get(429)).toHaveLength(30);
    expect((await send({ bytes })).status).toBe(200);
  });

  test('who sends headers and then nothing holds nobody up', async () => {
    await server.app.listen({ port: 0, host: '127.0.0.1' }).catch(() => undefined);
    const { port } = server.app.server.address() as AddressInfo;
    const stallers = await Promise.all(Array.from({ length: 4 }, () => server.register()));
    const silent: http.ClientRequest[] = [];
    try {
      for (const { token } of stallers)
        for (let count = 0; count < 2; count += 1) {
          const headers = {
            authorization: token,
            'content-type': 'multipart/form-data; boundary=x',
            'content-length': '1000000',
          };
          const options = { port, host: '127.0.0.1', path: '/api/upload', method: 'POST', headers };
          const request = http.request(options);
          request.on('error', () => undefined);
          silent.push(request);
          const begun = once(server.app.server, 'request');
          request.flushHeaders();
          await begun;
        }
      // Theirs are under way: a third of one of them is refused.
      const [one] = stallers;
      if (one === undefined) throw new Error('nobody stalls');
      expect((await upload(server, one, { bytes: await picture() })).status).toBe(429);
      expect((await send({ bytes: await picture() })).status).toBe(200);
    } finally {
      for (const request of silent) request.destroy();
    }
  });
});
