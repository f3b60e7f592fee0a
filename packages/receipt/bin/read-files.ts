/** Receipts and heads out of files. */
import { readFile } from 'node:fs/promises';
import { CommandError } from './command-error.ts';

type Members = Readonly<Record<string, unknown>>;

/** One receipt, a list, an answer that holds either. What it is not is left to the checks to say. */
export async function readReceipts(file: string): Promise<readonly unknown[]> {
  const list = listOf(await readJson(file));
  if (list.length === 0) throw new CommandError(`${file}: no receipt`);
  return list;
}

/** Proofs of liabilities and publications of them; nothing where the file holds anything else. */
export async function readLiabilities(file: string): Promise<readonly unknown[]> {
  const list = listOf(await readJson(file));
  return list.every(isOfLiabilities) ? list : [];
}

const isOfLiabilities = (value: unknown): boolean =>
  isMembers(value) && (('snapshot' in value && 'paths' in value) || 'trees' in value);

async function readJson(file: string): Promise<unknown> {
  const text = await readFile(file, 'utf8').catch((error: Error) => {
    throw new CommandError(`${file}: ${error.message}`);
  });
  try {
    return JSON.parse(text);
  } catch {
    throw new CommandError(`${file}: not JSON`);
  }
}

/** `{message: …}` is an answer of the API, `{list: […]}` a page of it. */
function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  if (isMembers(value) && 'message' in value) return listOf(value['message']);
  if (isMembers(value) && 'list' in value) return listOf(value['list']);
  return [value];
}

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
