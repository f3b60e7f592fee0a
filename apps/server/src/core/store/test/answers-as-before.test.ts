/** Answers are kept small; a program of the version before, which knows them by the name of before, reads and writes them whole. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  describeDatabases,
  openTestDatabase,
  type TestDatabase,
} from '../../../../test/support/test-database.ts';
import { EXCHANGE_TABLES } from '../../../tables.ts';
import { BatchEncoder } from '../batch/encoder.ts';
import { copy } from '../batch/statement-builders.ts';
import { encodeBatch } from '../batch/writer.ts';
import type { WriterConnection } from '../database.ts';
import { newestAnswers } from '../lookup-queries.ts';
import { smallAnswer, wholeAnswer } from '../small-answer.ts';
import { ANSWER, batchOf } from './batch-rows.ts';

const COPY_AS_BEFORE = copy('idempotency_keys', [
  ...['owner_id', 'key', 'route', 'fingerprint', 'status', 'body', 'sequence', 'created_at_ms'],
]);
/** Every phrase that this version keeps small, by what stands for it: no tab, line feed or carriage return. */
const CODES = Array.from({ length: 31 }, (_, at) => String.fromCharCode(at + 1)).filter(
  (code) => !'\t\n\r'.includes(code),
);

describeDatabases('answers by their name of before', (kind) => {
  let store: TestDatabase;
  let writer: WriterConnection;
  const encoder = new BatchEncoder();
  beforeEach(async () => {
    store = await openTestDatabase(kind);
    writer = await store.database.openWriter();
  });
  afterEach(async () => {
    await writer.close();
    await store.remove();
  });
  const readAsBefore = () =>
    store.database.query('SELECT key, body FROM idempotency_keys ORDER BY key');

  test('are read whole, whatever they are kept as', async () => {
    const bodies = [...CODES.map((code) => `a${code}ü${code}`), CODES.join(''), '{"b":1, "a":"ü"}'];
    const answers = bodies.map((body, at) => ({ ...ANSWER, key: String(at + 100), body }));
    await writer.write(encodeBatch(encoder, EXCHANGE_TABLES, batchOf({}, { answers })));
    expect(await readAsBefore()).toEqual(
      answers.map(({ key, body }) => ({ key, body: wholeAnswer(body) })),
    );
    expect(CODES.every((code) => smallAnswer(wholeAnswer(code)) === code)).toBe(true);
  });

  test('are written whole and removed, and read here', async () => {
    const { owner, key, route, fingerprint, status, body, sequence, timeMs } = ANSWER;
    encoder.copy(COPY_AS_BEFORE, ['1', '2'], (which) => {
      encoder.int8(owner);
      encoder.text(key + which);
      encoder.text(route);
      encoder.text(fingerprint);
      encoder.int2(status);
      encoder.text(body);
      encoder.int8(sequence);
      encoder.int8(timeMs);
    });
    await writer.write(encoder.take());
    const kept = { owner, fingerprint, status, body, timeMs };
    expect((await newestAnswers(store.database, 3)).map((each) => each.key).sort()).toEqual([
      `${key}1`,
      `${key}2`,
    ]);
    await store.database.query(
      `DELETE FROM idempotency_keys WHERE (owner_id, key) IN (
         SELECT owner_id, key FROM idempotency_keys WHERE key = $1)`,
      [`${key}1`],
    );
    expect(await newestAnswers(store.database, 3)).toEqual([{ ...kept, key: `${key}2` }]);
  });
});
