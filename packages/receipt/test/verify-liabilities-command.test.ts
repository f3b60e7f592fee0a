/** `fairlead-verify` on saved proofs of liabilities: a process of its own, without any network. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { afterAll, expect, test } from 'vitest';
import { leavesOf, publish } from './liabilities.ts';
import { honestChain } from './receipts.ts';

const COMMAND = path.resolve(import.meta.dirname, '../bin/fairlead-verify.mjs');
const folder = await mkdtemp(path.join(os.tmpdir(), 'fairlead-verify-'));
afterAll(() => rm(folder, { recursive: true }));

const first = await publish(leavesOf([5_000_000n, 70n, 8n]));
const second = await publish(leavesOf([1n, 2n]), {
  ...{ id: 2, time: first.snapshot.time + 1, sequence: 50 },
  previous_hash: first.snapshot.hash,
});
const answer = { type: 'ok', message: { list: [second.snapshot, first.snapshot], total: 2 } };

let files = 0;
async function fileOf(value: unknown): Promise<string> {
  files += 1;
  const file = path.join(folder, `${files}.json`);
  await writeFile(file, JSON.stringify(value));
  return file;
}
const run = (...args: readonly string[]): Promise<{ code: number; output: string }> =>
  new Promise((resolve) => {
    execFile(process.execPath, [COMMAND, ...args], (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), output: stdout + stderr });
    });
  });

test('a saved proof is right, alone and with the publications, and says what it proves', async () => {
  const proof = await fileOf(first.proofOf(0));
  const alone = await run(proof, '--owner', '1');
  expect(alone.output).toContain('user 1, publication 1 of 2027-01-15T08:00:00.000Z');
  expect(alone.output).toContain('  5.000000 USDT of 5.000078');
  expect(alone.output).toContain('1 proofs, 1 paths to published totals');
  expect(alone).toMatchObject({ code: 0 });
  const both = await run(proof, await fileOf(answer));
  expect(both.output).toContain('1 proofs, 1 paths to published totals, 2 publications, 3 links');
  expect(both.code).toBe(0);
});

test('what is forged, of another user or another publication is named', async () => {
  const proof = first.proofOf(0);
  const forged = { ...proof, paths: proof.paths.map((each) => ({ ...each, amount: '6.000000' })) };
  const { code, output } = await run(await fileOf(forged));
  expect(output).toContain('WRONG proof 1: path USDT: the path does not add up to the total');
  expect(code).toBe(1);
  expect((await run(await fileOf(proof), '--owner', '2')).output).toContain('it is of user 1');
  const other = (await publish(leavesOf([9n]))).snapshot;
  const two = await run(await fileOf(proof), await fileOf([other]));
  expect(two.output).toContain('WRONG there are two publications 1');
  const broken = await fileOf([{ ...second.snapshot, previous_hash: other.hash }, first.snapshot]);
  expect((await run(broken)).output).toContain('WRONG publication 2: link');
});

test('receipts beside them are not checked, and that is said', async () => {
  const files = [await fileOf(first.proofOf(0)), await fileOf(await honestChain())];
  const { code, output } = await run(...files);
  expect(output).toContain('checked apart');
  expect(code).toBe(2);
});

test('Q9: a proof with a path left out is not all right, and wrong for who had some', async () => {
  const proof = first.proofOf(0);
  const cut = await fileOf({ ...proof, paths: [] });
  const alone = await run(cut);
  expect(alone.output).toContain('NOT PROVED proof 1: path USDT: there is no path');
  expect(alone.output).not.toContain('all right');
  expect(alone.code).toBe(3);
  const had = await run(cut, '--had', 'USDT');
  expect(had.output).toContain('WRONG proof 1: path USDT: its path is missing');
  expect(had.code).toBe(1);
  const whole = await run(await fileOf(proof), '--had', 'USDT');
  expect([whole.code, whole.output.includes('all right')]).toEqual([0, true]);
  // Who says to have had something else is told that nothing shows it.
  expect((await run(await fileOf(proof), '--had', 'USDT,BTC')).code).toBe(1);
});

test('Q9: a publication names the head of the receipts, which only grows', async () => {
  const at = (count: number, hash: string) => ({ receipts: { count, hash: hash.repeat(64) } });
  const next = (id: number, previous: string, more: object) =>
    publish(leavesOf([1n]), { id, time: id, sequence: id, previous_hash: previous, ...more });
  const one = await next(1, '0'.repeat(64), at(5, 'a'));
  for (const [more, words] of [
    [at(6, 'b'), undefined],
    [at(5, 'a'), undefined],
    [at(4, 'b'), 'fewer receipts'],
    [at(5, 'b'), 'another hash'],
    [{}, 'names no receipts'],
  ] as const) {
    const two = await next(2, one.snapshot.hash, more);
    const { code, output } = await run(await fileOf([two.snapshot, one.snapshot]));
    expect(code).toBe(words === undefined ? 0 : 1);
    if (words !== undefined) expect(output).toContain(words);
  }
  // It is inside what is hashed.
  const forged = { ...one.snapshot, receipts: { count: 5, hash: 'b'.repeat(64) } };
  expect((await run(await fileOf(forged))).output).toContain('WRONG publication 1: hash');
});
