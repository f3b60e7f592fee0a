/**
 * When the certificate that people see ends: asked each hour at PUBLIC_URL, as a browser would reach it, whoever renews it.
 * What cannot be reached from here says nothing of it.
 */
import tls from 'node:tls';
import { HOUR_MS } from '@fairlead/units';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Work } from '../core/capability.ts';
import type { Config } from '../core/config/config.ts';
import { Chore } from '../core/operations/chore.ts';
import { gaugesOf } from '../core/operations/gauge.ts';

const TLS_PORT = 443;
const ANSWER_MS = 10_000;

export interface CertificateParts {
  readonly config: Pick<Config, 'publicUrl'>;
  readonly clock: { now(): number };
  readonly log: Pick<Logger, 'warn'>;
}

/** Time in ms at which the certificate of an https address ends. Rejects where none is shown. */
function certificateEnd(url: URL): Promise<number> {
  return new Promise((resolve, reject) => {
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const socket = tls.connect({
      host,
      port: Number(url.port || TLS_PORT),
      ...(/[a-z]/i.test(host) && !host.includes(':') && { servername: host }),
      // One that is over is to be told as well, and nothing is said to whoever shows it.
      rejectUnauthorized: false,
      timeout: ANSWER_MS,
    });
    const end = (settle: () => void) => {
      socket.destroy();
      settle();
    };
    socket.once('error', (error) => end(() => reject(error)));
    socket.once('timeout', () => end(() => reject(new Error(`${url.host} does not answer`))));
    socket.once('secureConnect', () => {
      const endMs = Date.parse(socket.getPeerCertificate().valid_to);
      end(() => (Number.isNaN(endMs) ? reject(new Error('no certificate')) : resolve(endMs)));
    });
  });
}

/** Asks now and each hour; gauges what is left. Nothing where people come without TLS. */
export async function watchCertificate(
  { config, clock, log }: CertificateParts,
  registry: Registry,
): Promise<Work> {
  let endMs: number | undefined;
  gaugesOf(registry)(
    {
      name: 'fairlead_certificate_left_seconds',
      help: 'How long the certificate at PUBLIC_URL still holds; absent where none can be seen from here',
    },
    () => endMs && (endMs - clock.now()) / 1_000,
  );
  const url = new URL(config.publicUrl);
  const look = async (): Promise<void> => {
    try {
      endMs = await certificateEnd(url);
    } catch (error) {
      endMs = undefined;
      throw error;
    }
  };
  const chore = new Chore(HOUR_MS, look);
  const onFailure = (error: unknown): void =>
    log.warn({ err: error, url: url.origin }, 'the certificate at PUBLIC_URL cannot be seen');
  // The proxy in front may wait for this server.
  const first = url.protocol === 'https:' ? look().catch(onFailure) : Promise.resolve();
  if (url.protocol === 'https:') chore.start(onFailure);
  return {
    name: 'certificate',
    stop: async () => {
      await chore.stop();
      await first;
    },
  };
}
