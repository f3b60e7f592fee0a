/** The command as its users run it: a process of its own, on files and against a server of this test. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { afterAll, describe, expect, test } from 'vitest';
import { headLine, PENDING_TAG, type Receipt, writeOts } from '../src/index.ts';
import { leavesOf, publish } from './liabilities.ts';
import { DRAFTS, honestChain, publicView, reseal, sealAll } from './receipts.ts';

const COMMAND = path.resolve(import.meta.dirname, '../bin/fairlead-verify.mjs');
const folder = await mkdtemp(path.join(os.tmpdir(), 'fairlead-verify-'));
const servers: Server[] = [];
afterAll(async () => {
  for (const server of servers) server.close();
  await rm(folder, { recursive: true });
});

const chain = await honestChain();
const forged = await Promise.all(
  chain.map((receipt) =>
    receipt.id === 15 ? reseal({ ...receipt, symbol: 'A\u001b[2J' }) : receipt,
  ),
);

interface Run {
  readonly code: number;
  readonly output: string;
}
const run = (...args: readonly string[]): Promise<Run> =>
  new Promise((resolve) => {
    execFile(process.execPath, [COMMAND, ...args], (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), output: stdout + stderr });
    });
  });

let files = 0;
async function fileOf(value: unknown): Promise<string> {
  files += 1;
  const file = path.join(folder, `${files}.json`);
  const isRaw = typeof value === 'string' || value instanceof Uint8Array;
  await writeFile(file, isRaw ? value : JSON.stringify(value));
  return file;
}

/** Says it is busy once, then answers like the API, 100 receipts a page. */
async function serve(receipts: readonly Receipt[], heads: readonly object[] = []): Promise<string> {
  let isBusy = true;
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://localhost');
    const from = Number(url.searchParams.get('from'));
    const id = Number(url.searchParams.get('id'));
    const answers: Readonly<Record<string, unknown>> = {
      '/api/settlement/receipts': {
        list: receipts.slice(from - 1, from - 1 + Number(url.searchParams.get('limit'))),
      },
      '/api/settlement/receipt': receipts[id - 1],
      '/api/settlement/heads': { list: url.searchParams.get('page') === '1' ? heads : [] },
    };
    if (isBusy) response.writeHead(429, { 'retry-after': '0' }).end();
    else response.end(JSON.stringify({ type: 'ok', code: 1, message: answers[url.pathname] }));
    isBusy = false;
  });
  servers.push(server);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test.each([
  ['one receipt', chain[0], '1 receipts, 1 samples'],
  ['a list', chain, '22 receipts, 31 samples'],
  ['an answer of the API', { type: 'ok', code: 1, message: { list: chain } }, '22 receipts'],
  [
    'one after a gap',
    [chain[0], chain[9]],
    '2 receipts, 2 samples made again from 8 quotes, 1 links',
  ],
])('%s in a file is right', async (_name, value, summary) => {
  const { code, output } = await run(await fileOf(value));
  expect(output).toContain(summary);
  expect(output).toContain('all right');
  expect(code).toBe(0);
});

test('the check that fails is named, and the process says so by its code', async () => {
  const { code, output } = await run(await fileOf(forged));
  expect(output).toContain(
    'WRONG receipt 15 (delivery): opening: the symbol is A?[2J, should be BTC',
  );
  expect(output).toContain('WRONG receipt 16 (delivery): link');
  expect(output).toContain('2 wrong');
  expect(code).toBe(1);
});

test('two receipts of one id in files are named', async () => {
  const other = await reseal({ ...(chain[0] as Receipt), symbol: 'ETH/USDT' });
  const { code, output } = await run(await fileOf(chain.slice(0, 1)), await fileOf([other]));
  expect(output).toContain('WRONG there are two receipts 1');
  expect(code).toBe(1);
});

test('a head kept from before tells that the chain was written anew', async () => {
  const kept = await fileOf([{ time: 1, count: 15, hash: chain[14]?.hash }]);
  expect((await run(await fileOf(chain), '--heads', kept)).output).toContain(
    '1 published heads met',
  );
  const { code, output } = await run(await fileOf(forged), '--heads', kept);
  expect(output).toContain(`receipt 15: the head published after it says ${chain[14]?.hash}`);
  expect(code).toBe(1);
});

const headAt = (count: number) => ({ count, hash: chain[count - 1]?.hash ?? '' });
const AGAINST_ITSELF = 'no head from outside was given: this was checked against itself only';

test('Q9: heads come from everywhere they are kept, and each says what it covered', async () => {
  const [file, receipts] = [await fileOf(chain), await fileOf([chain[3]])];
  const app = await fileOf({
    format: 'fairlead-heads-1',
    heads: [headAt(5)],
    receipts: [chain[6]],
  });
  const mail = await fileOf(`Hello,\n\n${headLine(headAt(9))}\n`);
  const wrapped = await fileOf(
    `Hello,\r\n\r\nreceipts: 10 ${headAt(10).hash.slice(0, 40)}=\r\n${headAt(10).hash.slice(40)}\r\n`,
  );
  const git = await fileOf(
    [11, 12].map((count) => `${headLine(headAt(count))} 2027-01-15T08:00:00.000Z\n`).join(''),
  );
  const { snapshot } = await publish(leavesOf([5n]), {
    ...{ id: 1, time: 1, sequence: 1, previous_hash: '0'.repeat(64), receipts: headAt(13) },
  });
  const publication = await fileOf(snapshot);
  const timestamp = { attestations: [{ tag: PENDING_TAG, payload: pending }], operations: [] };
  const ots = await fileOf(writeOts({ digest: headAt(14).hash, timestamp }));
  const mirror = await serve([], [headAt(16)]);
  const sources = [receipts, app, mail, wrapped, git, publication, ots, mirror];
  const { code, output } = await run(file, ...sources.flatMap((name) => ['--heads', name]));
  expect(output).toContain('10 published heads met');
  for (const name of sources) expect(output).toContain(`${name}: `);
  expect(output).toContain(
    `${ots}: timestamp of ${headAt(14).hash}, 1 met; pending at https://a.example`,
  );
  expect(output).toContain(`${git}: 2 heads of 11 to 12 receipts, 2 met`);
  expect(output).not.toContain(AGAINST_ITSELF);
  expect([code, output.endsWith('all right\n')]).toEqual([0, true]);
  // Of the chain that was written anew every one of them says so but those of before.
  const rewritten = await run(
    await fileOf(await rewrittenFrom(1)),
    '--heads',
    ots,
    '--heads',
    mail,
  );
  expect(rewritten.output).toContain(
    `receipt 9: the head published after it says ${headAt(9).hash}`,
  );
  expect(rewritten.code).toBe(1);
});

const pending = Uint8Array.of(17, ...new TextEncoder().encode('https://a.example'));
/** The same story with another symbol, sealed through to the end. */
async function rewrittenFrom(id: number): Promise<Receipt[]> {
  const made: Receipt[] = [];
  for (const receipt of chain) {
    const previous = made.at(-1)?.hash ?? receipt.previous_hash;
    const change = receipt.id >= id ? { symbol: 'ETH/USDT' } : {};
    made.push(await reseal({ ...receipt, ...change, previous_hash: previous }));
  }
  return made;
}

test('Q9: a chain that is sealed again is right in itself, and only heads from outside tell', async () => {
  const anew = await rewrittenFrom(1);
  const url = await serve(anew.map(publicView), [{ count: 17, hash: anew[16]?.hash }]);
  const alone = await run(url);
  expect(alone.output).toContain(`${AGAINST_ITSELF}\nall right`);
  expect(alone.output).toContain(
    'settlement/heads (its own word): 1 heads of 17 to 17 receipts, 1 met',
  );
  const kept = await run(url, '--heads', await fileOf([headAt(17)]));
  expect(kept.output).toContain(`know two heads of 17: ${anew[16]?.hash}, ${headAt(17).hash}`);
  expect(kept.output).not.toContain('all right');
  expect([alone.code, kept.code]).toEqual([0, 1]);
});

test('Q9: what stops before a known head is not all right', async () => {
  const kept = await fileOf([headAt(17)]);
  const file = await run(await fileOf(chain.slice(0, 15)), '--heads', kept);
  expect(file.output).toContain('nothing wrong, but 1 known heads are not in what was checked');
  expect(file.output).not.toContain('all right');
  const hidden = await run(await serve(chain.slice(0, 15).map(publicView)), '--heads', kept);
  expect(hidden.output).toContain(`the chain ends at 15, a head was published of 17 (${kept})`);
  expect([file.code, hidden.code]).toEqual([3, 1]);
  const timestamp = { attestations: [{ tag: PENDING_TAG, payload: pending }], operations: [] };
  const ots = await fileOf(writeOts({ digest: 'ab'.repeat(32), timestamp }));
  const other = await run(await serve(chain.map(publicView)), '--heads', ots);
  expect(other.output).toContain(`no receipt has the hash that ${ots} is a timestamp of`);
  expect(other.code).toBe(1);
});

test('a source without a head is code 2', async () => {
  const { code, output } = await run(await fileOf(chain), '--heads', await fileOf('nothing'));
  expect([code, output.includes('no heads in it')]).toEqual([2, true]);
});

test('the whole chain of a server is checked against its heads, or a part, or one receipt', async () => {
  const heads = [{ time: 2, count: 17, hash: chain[16]?.hash }];
  const url = await serve(chain.map(publicView), heads);
  const whole = await run(url);
  expect(whole.output).toContain('22 receipts, 31 samples made again from 118 quotes, 22 links');
  expect(whole.output).toContain('1 published heads met\n');
  expect(whole.output).toContain('all right');
  const part = await run(`${url}/api/`, '--from', '10');
  expect([part.code, part.output.split(',')[0]]).toEqual([0, '13 receipts']);
  const one = await run(url, '--id', '15');
  expect([one.code, one.output.split(',')[0]]).toEqual([0, '1 receipts']);
});

test('a server that hides the end of its chain, or forges it, is found out', async () => {
  const heads = [{ time: 2, count: 17, hash: chain[16]?.hash }];
  const hidden = await run(await serve(chain.slice(0, 16).map(publicView), heads));
  expect(hidden.output).toContain('WRONG the chain ends at 16, a head was published of 17');
  const wrong = await run(await serve(forged.map(publicView), heads));
  expect(wrong.output).toContain('WRONG receipt 15 (delivery): opening');
  const exchanged = await run(await serve([...chain.slice(1)]), '--id', '1');
  expect(exchanged.output).toContain('WRONG receipt 2 came for 1');
  expect([hidden.code, wrong.code, exchanged.code]).toEqual([1, 1, 1]);
});

test.each([
  ['no argument', []],
  ['an unknown option', ['--fast']],
  ['a file that is not there', ['/nowhere/receipt.json']],
  ['a file that is not JSON', ['not json']],
  ['an empty list', ['[]']],
  ['an id that is none', ['http://127.0.0.1:1', '--id', 'x']],
  ['a server that is not there', ['http://127.0.0.1:1']],
])('%s is code 2: nothing was checked', async (_name, args) => {
  const given = await Promise.all(
    args.map((each) => (each === 'not json' || each === '[]' ? fileOf(each) : each)),
  );
  const { code, output } = await run(...given);
  expect(output).not.toContain('all right');
  expect(code).toBe(2);
});

test('--help says how', async () => {
  const { code, output } = await run('--help');
  expect([code, output.startsWith('fairlead-verify re-computes receipts')]).toEqual([0, true]);
});

/** The chain with a host in each quote, sealed anew. */
async function hostedChain(hosts: Readonly<Record<string, string>>): Promise<Receipt[]> {
  const withHost = <Quote extends { readonly venue: string }>(quote: Quote): Quote => {
    const host = hosts[quote.venue];
    return host === undefined ? quote : { ...quote, host };
  };
  return sealAll(
    DRAFTS.map((draft) => ({
      ...draft,
      samples: draft.samples.map((sample) => ({
        ...sample,
        sources: sample.sources.map(withHost),
        dropped: sample.dropped.map(withHost),
      })),
    })),
  );
}

const OWN = {
  binance: 'stream.binance.com:9443',
  coinbase: 'advanced-trade-ws.coinbase.com',
  kraken: 'ws.kraken.com',
};

test('Q5: the hosts that quotes were read from are said, and are the venues’ own', async () => {
  const { code, output } = await run(await fileOf(await hostedChain(OWN)));
  expect(output).toMatch(
    /read from: binance stream\.binance\.com:9443 \(\d+\), coinbase advanced-trade-ws\.coinbase\.com \(\d+\), kraken ws\.kraken\.com/,
  );
  expect(output).toContain('\nall right\n');
  expect(code).toBe(0);
});

test.each([
  ['10.0.0.7:9001', 'kraken: read from 10.0.0.7:9001, which is none of its hosts'],
  ['ws.kraken.com.evil.example', 'read from ws.kraken.com.evil.example, which is none'],
  ['notkraken.com', 'read from notkraken.com, which is none of its hosts'],
  ['ws.kraken.com 10.0.0.7', 'read from 10.0.0.7, which is none of its hosts'],
])('Q5: a venue’s price that was read from %s is said aloud, once', async (kraken, note) => {
  const { output } = await run(await fileOf(await hostedChain({ ...OWN, kraken })));
  expect(output.split('NOTE ')).toHaveLength(2);
  expect(output).toContain(note);
  expect(output).toContain('all right, 1 noted');
});

test('Q5: another host in a receipt that is sealed breaks its hash', async () => {
  const [first, ...rest] = await hostedChain(OWN);
  const text = JSON.stringify([first, ...rest]).replace('ws.kraken.com', 'ws.other.com');
  const { code, output } = await run(await fileOf(JSON.parse(text)));
  expect(output).toContain('WRONG receipt 1 (open): hash');
  expect(code).toBe(1);
});

test('Q15: a time that goes back is said aloud', async () => {
  const [first, second] = DRAFTS;
  if (first === undefined || second === undefined) throw new Error('two drafts');
  const later = {
    ...first,
    at: first.at + 3_600,
    samples: first.samples.map((sample) => ({
      ...sample,
      time: sample.time + 3_600_000,
      sources: sample.sources.map((each) => ({ ...each, time: each.time + 3_600_000 })),
      dropped: [],
    })),
  };
  const { code, output } = await run(await fileOf(await sealAll([later, first])));
  expect(output).toContain(
    'NOTE receipt 2 (open): its time is 3600000 ms before that of the receipt before',
  );
  expect([code, output.includes('all right, 1 noted')]).toEqual([0, true]);
});

describe('Q10: a declared loss in what is checked', () => {
  /** The chain up to its third receipt, then a loss of which six had been given out. */
  async function lossy(terms: Readonly<Record<string, number>> = {}): Promise<Receipt[]> {
    const [first, second, third] = chain as [Receipt, Receipt, Receipt];
    const { strike: _strike, own: _own, ...rest } = third;
    const id = 1_000_007;
    const loss = await reseal({
      ...rest,
      id,
      kind: 'loss',
      symbol: '',
      time: third.time + 1_000,
      samples: [],
      terms: {
        sequence_from: 10,
        sequence_seen: 20,
        sequence_to: 1_000_020,
        receipt_from: 4,
        receipt_seen: 6,
        receipt_to: id - 1,
        time_from: third.time,
        time_to: third.time,
        ...terms,
      },
      result: {},
      previous_hash: third.hash,
    });
    return [first, second, third, loss];
  }
  const lastOf = ({ code, output }: Run) => [code, output.trimEnd().split('\n').at(-1)];

  test('is said in the last line', async () => {
    const receipts = await lossy();
    const kept = await fileOf([headAt(3)]);
    const url = await serve(receipts.map(publicView));
    for (const from of [url, await fileOf(receipts)])
      expect(lastOf(await run(from, '--heads', kept))).toEqual([
        0,
        'all right but for 1 declared loss',
      ]);
  });

  test('a head of what it left out is known and was not compared: code 3', async () => {
    const receipts = await lossy();
    const kept = await fileOf([headAt(3), headAt(5)]);
    const url = await serve(receipts.map(publicView));
    for (const from of [url, await fileOf(receipts)]) {
      const ran = await run(from, '--heads', kept);
      expect(ran.output).toContain('and with them the heads of 5');
      expect(lastOf(ran)).toEqual([
        3,
        'nothing wrong but for 1 declared loss, but 1 known heads are not in what was checked',
      ]);
    }
  });

  test('one that lost no command is wrong', async () => {
    const receipts = await lossy({ sequence_seen: 9 });
    const { code, output } = await run(await serve(receipts.map(publicView)));
    expect(output).toContain('WRONG receipt 1000007 (loss): link: no command was lost');
    expect(code).toBe(1);
  });
});
