/** An SMTP server that takes everything but for the recipients it refuses, and keeps what it was given. */
import { createServer, type Server } from 'node:net';

export interface MailServer {
  /** Not listening yet. */
  readonly server: Server;
  /** Every line that a client sent. */
  readonly lines: readonly string[];
}

export function makeMailServer(refused: readonly string[] = []): MailServer {
  const lines: string[] = [];
  const server = createServer((socket) => {
    let isData = false;
    socket.write('220 mail.test\r\n');
    socket.setEncoding('utf8');
    socket.on('data', (chunk) => {
      for (const line of String(chunk).split('\r\n')) {
        if (line === '') continue;
        lines.push(line);
        if (isData) {
          if (line !== '.') continue;
          isData = false;
          socket.write('250 kept\r\n');
        } else if (line === 'DATA') {
          isData = true;
          socket.write('354 go on\r\n');
        } else if (line === 'QUIT') socket.end('221 bye\r\n');
        else if (refused.some((to) => line.includes(to))) socket.write('550 unknown\r\n');
        else socket.write('250 ok\r\n');
      }
    });
    socket.on('error', () => undefined);
  });
  return { server, lines };
}

/** A mail as its reader's program shows it. */
export interface ReadMail {
  readonly to: string;
  /** By lower-case name; folded lines are one. */
  readonly headers: Readonly<Record<string, string>>;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** The mails among the lines that a server was given; blank lines are not kept. */
export function readMails(lines: readonly string[]): ReadMail[] {
  const mails: ReadMail[] = [];
  let to = '';
  let data: string[] | undefined;
  for (const line of lines) {
    if (data === undefined) {
      to = /^RCPT TO:<(.+)>$/.exec(line)?.[1] ?? to;
      if (line === 'DATA') data = [];
    } else if (line === '.') {
      mails.push(readMail(to, data));
      data = undefined;
    } else data.push(line.startsWith('..') ? line.slice(1) : line);
  }
  return mails;
}

function readMail(to: string, lines: readonly string[]): ReadMail {
  const [head = [], ...parts] = splitBy(lines, boundaryOf(lines));
  const headers = headersOf(head);
  const bodyOf = (type: string): string => {
    const part = parts.find((each) => headersOf(each)['content-type']?.startsWith(type)) ?? [];
    const body = part.filter((line) => !/^content-(type|transfer-encoding):/i.test(line));
    const isBase64 = headersOf(part)['content-transfer-encoding'] === 'base64';
    if (isBase64) return Buffer.from(body.join(''), 'base64').toString('utf8');
    return quotedPrintable(body.join('\n'));
  };
  const subject = encodedWords(headers['subject'] ?? '');
  return { to, headers, subject, text: bodyOf('text/plain'), html: bodyOf('text/html') };
}

const boundaryOf = (lines: readonly string[]): string | undefined =>
  lines.map((line) => /boundary="(.+)"/.exec(line)?.[1]).find((each) => each !== undefined);

function splitBy(lines: readonly string[], boundary: string | undefined): string[][] {
  const parts: string[][] = [[]];
  for (const line of lines)
    if (boundary !== undefined && line.startsWith(`--${boundary}`)) parts.push([]);
    else parts.at(-1)?.push(line);
  return parts;
}

function headersOf(lines: readonly string[]): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  let last = '';
  for (const line of lines) {
    const [, name, value = ''] = /^([A-Za-z-]+): ?(.*)$/.exec(line) ?? [];
    if (name !== undefined) {
      last = name.toLowerCase();
      headers[last] = value;
    } else if (/^\s/.test(line) && last !== '')
      headers[last] = `${headers[last]} ${line.trim()}`.trim();
    else break;
  }
  return headers;
}

const bytesOf = (text: string, code: RegExp): string =>
  Buffer.from(
    text.replace(code, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8');

const quotedPrintable = (text: string): string =>
  bytesOf(text.replace(/=\n/g, ''), /=([0-9A-F]{2})/g);

const encodedWords = (text: string): string =>
  text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?UTF-8\?([QB])\?([^?]*)\?=/gi, (_all, way: string, word: string) =>
      way.toUpperCase() === 'B'
        ? Buffer.from(word, 'base64').toString('utf8')
        : bytesOf(word.replace(/_/g, ' '), /=([0-9A-F]{2})/g),
    );
