/** What lies outside: the certificate that users see, mail, SMS, chains and the signer, venues. */

import { isIP } from 'node:net';
import { connect, type TLSSocket } from 'node:tls';
import { DAY_MS, HOUR_MS } from '@fairlead/units';
import { connectNodes } from '../chains/index.ts';
import { auditPage } from '../core/acts/audit-queries.ts';
import type { FeedConfig } from '../core/config/feed.ts';
import { queueCounts } from '../custody/index.ts';
import { openVenues, type VenueExchange } from '../market/feeds/index.ts';
import { SEED_MARKETS } from '../market/index.ts';
import { openChannels } from '../notices/index.ts';
import {
  bad,
  type Finding,
  good,
  left,
  note,
  type OpenSubject,
  type Subject,
  within,
  wordsOf,
} from './finding.ts';

const ANSWER_MS = 10_000;
/** Let's Encrypt renews at 30 days; what is later than this is not being renewed. */
const RENEWED_DAYS = 14;

export async function lookAtCertificate({ config }: Subject): Promise<Finding[]> {
  const { protocol, hostname, port } = new URL(config.publicUrl);
  if (protocol !== 'https:') return [left('TLS', `PUBLIC_URL is ${config.publicUrl}`)];
  const todo = 'see to the proxy in front and its certificate (docs/operating/deploy.md#tls)';
  try {
    const socket = await within(ANSWER_MS, connectTo(hostname, Number(port || 443)));
    const { valid_to: until } = socket.getPeerCertificate();
    socket.destroy();
    const days = Math.floor((Date.parse(until) - Date.now()) / DAY_MS);
    const said = `the certificate of ${hostname} is good for ${days} days`;
    return [days < RENEWED_DAYS ? note('TLS', said, todo) : good('TLS', said)];
  } catch (error) {
    return [bad('TLS', `${hostname}: ${wordsOf(error)}`, todo)];
  }
}

function connectTo(host: string, port: number): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const named = isIP(host) === 0 ? { servername: host } : {};
    const socket = connect({ host, port, timeout: ANSWER_MS, ...named });
    socket.once('secureConnect', () => resolve(socket));
    socket.once('timeout', () => socket.destroy(new Error('no answer')));
    socket.once('error', reject);
  });
}

/** A mail that arrives is the only proof that mail arrives. */
export async function lookAtMail({ config, mailTo }: Subject): Promise<Finding[]> {
  const { mail, isDemo } = config;
  if (isDemo) return [left('mail', 'a demo sends none')];
  const { email } = openChannels(config);
  if (mail === undefined || email === undefined)
    return [note('mail', 'none: nobody registers by e-mail', 'set SMTP_URL and MAIL_FROM')];
  const to = mailTo ?? addressOf(mail.from);
  const text = `npm run doctor of ${config.publicUrl} sent this. That you read it is the proof.`;
  try {
    await email.send({ to, subject: 'A test mail', text });
    return [
      good('mail', `a test mail was taken for ${to}: look whether it arrives, and not as spam`),
    ];
  } catch (error) {
    const todo = "put SMTP_URL right; the server's own log may say more";
    return [bad('mail', `not taken for ${to}: ${wordsOf(error)}`, todo)];
  }
}

/** One costs money, so it goes only to a number that was given. */
export async function lookAtSms({ config, smsTo }: Subject): Promise<Finding[]> {
  const to = smsTo?.replace(/[\s-]/g, '');
  if (to !== undefined && !/^\+[1-9]\d{6,14}$/.test(to))
    return [bad('SMS', `${to} is no number`, 'write it with its country, as in +66812345678')];
  if (config.isDemo) return [left('SMS', 'a demo sends none')];
  const { sms } = openChannels(config);
  if (sms === undefined)
    return to === undefined
      ? [left('SMS', 'none: nobody registers by number')]
      : [bad('SMS', `none to ${to}: there is no way to send one`, 'set SMS_WEBHOOK_URL')];
  if (to === undefined)
    return [left('SMS', 'not tried: `npm run doctor -- --sms-to NUMBER` sends one')];
  const text = `npm run doctor of ${config.publicUrl} sent this.`;
  try {
    await sms.send({ to, subject: '', text });
    return [good('SMS', `a test SMS was taken for ${to}: look whether it arrives`)];
  } catch (error) {
    const todo = 'put SMS_WEBHOOK_URL right; its own log may say more';
    return [bad('SMS', `not taken for ${to}: ${wordsOf(error)}`, todo)];
  }
}

/** Of `Name <address>`, or of an address. */
const addressOf = (from: string): string =>
  from.endsWith('>') ? from.slice(from.lastIndexOf('<') + 1, -1) : from;

export async function lookAtChains({ config }: Subject): Promise<Finding[]> {
  const { chains } = config.chains;
  if (chains.length === 0) return [left('chains', 'none is watched')];
  const network = config.isDemo ? 'test' : 'main';
  const asked = chains.flatMap((chain) =>
    chain.urls.map(async (url) => {
      // The rest of the address may hold a key.
      const about = `${chain.chain} at ${new URL(url).host}`;
      try {
        const [node] = await connectNodes({ ...chain, urls: [url] });
        if (node === undefined) throw new Error('no node');
        const identity = await within(ANSWER_MS, node.identify());
        const height = await within(ANSWER_MS, node.head());
        const said = `${about}: network ${identity.networkId}, block ${height}`;
        if (identity.network === network) return good('chains', said);
        return bad('chains', said, `RPC_… must name a node of the ${network} network`);
      } catch (error) {
        return bad('chains', `${about}: ${wordsOf(error)}`, 'put RPC_… right, or the node');
      }
    }),
  );
  return Promise.all(asked);
}

/** The signer asks the exchange, and nobody asks it: it is known by what it reports. */
export async function lookAtSigner({ config, database }: OpenSubject): Promise<Finding[]> {
  if (config.chains.signerToken === undefined)
    return [left('signer', 'none: withdrawals are paid and marked by hand')];
  if (database === undefined)
    return [left('signer', 'SIGNER_TOKEN is set; more is in PostgreSQL only')];
  const { toSend } = await queueCounts(database, 0);
  const newest = { page: 1, limit: 1 };
  const { list } = await auditPage(database, { action: 'signer_report' }, newest);
  const lastMs = list[0]?.timeMs;
  const when =
    lastMs === undefined ? 'never reported' : `reported ${new Date(lastMs).toISOString()}`;
  const said = `${when}; ${toSend} withdrawals to send`;
  if (toSend === 0 || (lastMs ?? 0) > Date.now() - HOUR_MS) return [good('signer', said)];
  return [note('signer', said, 'look at the signer and its log (docs/operating/signer.md)')];
}

/** Samples agree on an index of three, and stand on two for as long as those agree. */
const VENUES_MIN = 3;

export async function lookAtVenues({ config }: Subject): Promise<Finding[]> {
  const { feed } = config;
  if (feed.kind !== 'live') return [left('venues', `prices are ${feed.kind}`)];
  const found = await askVenues(feed);
  const answering = found.filter(({ state }) => state !== 'bad').length;
  if (answering >= VENUES_MIN) return found;
  const todo = 'name three or more in FEED=live:…, so that one may fail';
  return [...found, note('venues', `${answering} answer`, todo)];
}

async function askVenues(feed: Extract<FeedConfig, { kind: 'live' }>): Promise<Finding[]> {
  const exchanges = await openVenues(feed);
  const asked = [...exchanges].map(async ([venue, { exchange }]) => {
    try {
      await within(ANSWER_MS, exchange.loadMarkets());
      const missing = SEED_MARKETS.filter(({ symbol }) => exchange.markets?.[symbol] === undefined);
      if (missing.length === 0) return good('venues', `${venue} answers and lists all markets`);
      const names = missing.map(({ symbol }) => symbol).join(', ');
      return good('venues', `${venue} answers; it does not list ${names}`);
    } catch (error) {
      const todo = 'look whether this machine reaches it, and whether it serves your country';
      // Errors of the venues' library begin with the venue.
      const words = wordsOf(error);
      const why = words.startsWith(`${venue} `) ? words.slice(venue.length + 1) : words;
      return bad('venues', `${venue}: ${why.slice(0, 200)}`, todo);
    } finally {
      await closeVenue(exchange);
    }
  });
  return Promise.all(asked);
}

const closeVenue = (exchange: VenueExchange): Promise<unknown> =>
  exchange.close().catch(() => undefined);
