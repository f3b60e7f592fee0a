/** What `fairlead-verify` does with its arguments: which receipts it takes from where, and what it says of them. */
import process from 'node:process';
import { parseArgs } from 'node:util';
import {
  ChainVerifier,
  changeIdOf,
  isReceipt,
  openingIdOf,
  previousIdOf,
  type Receipt,
  verifyReceipt,
} from '../src/index.ts';
import { CommandError } from './command-error.ts';
import { type HeadSource, readHeadSource } from './head-sources.ts';
import { readLiabilities, readReceipts } from './read-files.ts';
import { ReceiptServer } from './receipt-server.ts';
import { Tally } from './tally.ts';
import { isArchive, verifyArchives } from './verify-archive-command.ts';
import { verifyLiabilities } from './verify-liabilities-command.ts';

const USAGE = `fairlead-verify re-computes receipts and their chain, and proofs of liabilities.

  fairlead-verify FILE.json …      receipts from files, without any network
  fairlead-verify URL              the whole chain of a server, and its published heads
  fairlead-verify URL --from N     the chain from an id on
  fairlead-verify URL --id N       one receipt, with the one before it and its opening
  … --heads FILE|URL               also against heads from outside; as often as you have any: what the app saved, a
                                   mail, a line "receipts: COUNT HASH", a git file, a publication of liabilities,
                                   receipts, another server, an .ots file

  fairlead-verify PROOF.json …     a proof of liabilities, without any network
  … PUBLISHED.json                 also against a saved answer of settlement/liabilities, and the links in it
  … --owner N                      that it is of your number
  … --had BTC,USDT                 that it has a path for each of these, which is all that you had

  fairlead-verify ARCHIVE.ndjson.gz …  history that was archived: entries, running balances, trades, its seal

A file holds one receipt, a list of them, or an answer of settlement/receipt or settlement/receipts.
Exits with 0 when all is right, with 1 when something is wrong, with 2 when it could not be checked, with 3 when
nothing is wrong but something is missing: a head that is known and not in the file, or of what a declared loss left
out, a currency without a path.
`;

type ExitCode = 0 | 1 | 2 | 3;

interface Options {
  readonly id: number | undefined;
  readonly from: number;
  readonly sources: readonly HeadSource[];
}

/** Gives the exit code. */
export async function main(args: readonly string[]): Promise<ExitCode> {
  try {
    return await run(args);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return 2;
  }
}

async function run(args: readonly string[]): Promise<ExitCode> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      id: { type: 'string' },
      from: { type: 'string', default: '1' },
      heads: { type: 'string', multiple: true, default: [] },
      owner: { type: 'string' },
      had: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  const [source] = positionals;
  if (values.help || source === undefined) {
    process.stdout.write(USAGE);
    return values.help ? 0 : 2;
  }
  if (positionals.every(isArchive)) return verifyArchives(positionals, say);
  const isServer = /^https?:\/\//.test(source);
  const owned = isServer ? [] : await Promise.all(positionals.map(readLiabilities));
  if (owned.some((values) => values.length > 0)) {
    if (owned.some((values) => values.length === 0))
      throw new CommandError('receipts and proofs of liabilities are checked apart');
    const owner = values.owner === undefined ? undefined : wholeNumber(values.owner);
    const had = values.had?.split(',').map((name) => name.trim());
    return verifyLiabilities(owned.flat(), { owner, had, say });
  }
  const options = {
    id: values.id === undefined ? undefined : wholeNumber(values.id),
    from: wholeNumber(values.from),
    sources: await Promise.all(values.heads.map(readHeadSource)),
  };
  const tally = isServer
    ? await verifyServer(new ReceiptServer(source), options)
    : await verifyFiles(positionals, options);
  return tally.end();
}

function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new CommandError(`"${text}" is not an id`);
  return Number(text);
}

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** Each against the one before and its opening, as far as the files hold them. */
async function verifyFiles(files: readonly string[], { sources }: Options): Promise<Tally> {
  const tally = new Tally({ sources, say, isToTheEnd: false });
  const values = (await Promise.all(files.map(readReceipts))).flat();
  const byId = new Map(values.filter(isReceipt).map((receipt) => [receipt.id, receipt] as const));
  for (const value of values) {
    if (isReceipt(value) && byId.get(value.id)?.hash !== value.hash) {
      tally.complain(`there are two receipts ${value.id}`);
    }
    const context = isReceipt(value) ? contextOf(value, (id) => byId.get(id)) : {};
    const verified = await verifyReceipt(value, context);
    tally.add(value, isReceipt(value) ? { ...verified, id: value.id } : verified);
  }
  return tally;
}

function contextOf(receipt: Receipt, find: (id: number) => unknown) {
  const openingId = openingIdOf(receipt);
  const changeId = changeIdOf(receipt);
  return {
    previous: find(previousIdOf(receipt)),
    opening: openingId === undefined ? undefined : find(openingId),
    change: changeId === undefined ? undefined : find(changeId),
  };
}

async function verifyServer(server: ReceiptServer, options: Options): Promise<Tally> {
  const { id, from } = options;
  if (id !== undefined) return verifyOne(server, id, options.sources);
  // Heads first: what is published while we read is beyond what we compare.
  const own: HeadSource = {
    name: 'settlement/heads',
    isOutside: false,
    heads: [...(await server.heads())].map(([count, hash]) => ({ count, hash })),
  };
  const tally = new Tally({ sources: [own, ...options.sources], say, isToTheEnd: true });
  const verifier = new ChainVerifier(await receiptBefore(server, from));
  for await (const receipt of server.receipts(from)) {
    tally.add(receipt, await verifier.next(receipt));
  }
  return tally;
}

/** Undefined at the beginning, and where the chain is taken up behind numbers that a loss left out. */
async function receiptBefore(server: ReceiptServer, from: number): Promise<unknown> {
  const [first] = from > 1 ? await server.firstFrom(from) : [];
  const before = isReceipt(first) ? previousIdOf(first) : from - 1;
  return before > 0 ? server.receipt(before) : undefined;
}

async function verifyOne(
  server: ReceiptServer,
  id: number,
  sources: readonly HeadSource[],
): Promise<Tally> {
  const tally = new Tally({ sources, say, isToTheEnd: false });
  const receipt = await server.receipt(id);
  if (isReceipt(receipt) && receipt.id !== id)
    tally.complain(`receipt ${receipt.id} came for ${id}`);
  const openingId = isReceipt(receipt) ? openingIdOf(receipt) : undefined;
  const changeId = isReceipt(receipt) ? changeIdOf(receipt) : undefined;
  const before = isReceipt(receipt) ? previousIdOf(receipt) : id - 1;
  const verified = await verifyReceipt(receipt, {
    previous: before > 0 ? await server.receipt(before) : undefined,
    opening: openingId === undefined ? undefined : await server.receipt(openingId),
    change: changeId === undefined ? undefined : await server.receipt(changeId),
  });
  tally.add(receipt, { ...verified, id });
  return tally;
}
