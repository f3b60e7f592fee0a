/** Proofs of OpenTimestamps: bytes as other programs write them, and what is no proof. */
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  attestedBy,
  BadTimestampError,
  BITCOIN_TAG,
  bitcoinHeight,
  mergeTimestamps,
  PENDING_TAG,
  pendingUri,
  readOts,
  readTimestamp,
  writeOts,
  writeTimestamp,
} from '../src/index.ts';

const hex = (text: string): Uint8Array =>
  new Uint8Array(Buffer.from(text.replace(/\s/g, ''), 'hex'));
const textHex = (text: string): string => Buffer.from(text).toString('hex');
const DIGEST = createHash('sha256').update('receipt').digest('hex');
const URI = 'https://alice.btc.calendar.opentimestamps.org';
/** As a calendar answers: append, hash, prepend, append, hash, pending. */
const ANSWER = `f010 ${'0a'.repeat(16)} 08 f104 5f0c1d2e f008 1122334455667788 08
  00 83dfe30d2ef90c8e 2e 2d ${textHex(URI)}`.replace(/\s/g, '');
const MAGIC = '004f70656e54696d657374616d7073000050726f6f6600bf89e2e884e89294';

test('a calendar answer reads, computes its commitment, and is written as it came', async () => {
  const timestamp = readTimestamp(hex(ANSWER));
  const [attested, ...more] = await attestedBy(timestamp, DIGEST);
  expect(more).toEqual([]);
  const sha = (...parts: readonly string[]) =>
    createHash('sha256')
      .update(Buffer.from(parts.join(''), 'hex'))
      .digest('hex');
  const first = sha(DIGEST, '0a'.repeat(16));
  const expected = sha('5f0c1d2e', first, '1122334455667788');
  expect(Buffer.from(attested?.commitment ?? []).toString('hex')).toBe(expected);
  expect(attested && pendingUri(attested.attestation)).toBe(URI);
  expect(Buffer.from(writeTimestamp(timestamp)).toString('hex')).toBe(ANSWER);
});

test('a file has its magic, version, digest and proof, byte for byte', () => {
  const timestamp = readTimestamp(hex(ANSWER));
  const file = writeOts({ digest: DIGEST, timestamp });
  expect(Buffer.from(file).toString('hex')).toBe(`${MAGIC}0108${DIGEST}${ANSWER}`);
  expect(readOts(file)).toEqual({ digest: DIGEST, timestamp });
});

test('two calendars are one file by a fork, and a Bitcoin block stands beside what is pending', async () => {
  const bitcoin = `08 00 ${BITCOIN_TAG} 03 a2bb2a`;
  const merged = mergeTimestamps(readTimestamp(hex(ANSWER)), readTimestamp(hex(bitcoin)));
  const again = readTimestamp(writeTimestamp(merged));
  const attested = await attestedBy(again, DIGEST);
  expect(attested.map(({ attestation }) => attestation.tag)).toEqual([PENDING_TAG, BITCOIN_TAG]);
  expect(attested.map(({ attestation }) => bitcoinHeight(attestation))).toEqual([
    undefined,
    695_714,
  ]);
  expect(mergeTimestamps(again, again)).toEqual(again);
});

test.each([
  ['nothing', ''],
  ['half an answer', ANSWER.slice(0, 60)],
  ['something behind it', `${ANSWER}00`],
  ['an operation that there is not', '0700'],
  ['a length beyond all', 'f0ffffffffffffffffff'],
  ['a value that is too long', `f08080 04${'00'.repeat(8)}`],
  ['a depth without an end', '08'.repeat(1_000)],
])('%s is refused', (_what, text) => {
  expect(() => readTimestamp(hex(text))).toThrow(BadTimestampError);
});

test.each([
  ['another magic', `${MAGIC.replace('bf', 'be')}0108${DIGEST}${ANSWER}`],
  ['another version', `${MAGIC}0208${DIGEST}${ANSWER}`],
  ['another digest', `${MAGIC}0102${DIGEST}${ANSWER}`],
])('a file of %s is refused', (_what, text) => {
  expect(() => readOts(hex(text))).toThrow(BadTimestampError);
});
