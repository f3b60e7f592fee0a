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
