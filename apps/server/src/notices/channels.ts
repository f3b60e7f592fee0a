/** Ways out of the house for messages: an SMTP server and an SMS webhook. */
import { createTransport } from 'nodemailer';
import type { Config } from '../core/config/config.ts';
import { SEND_TIMEOUT_MS } from '../core/http/limits.ts';
import { type Channel, type Channels, RefusedError } from './outbox.ts';

/** The channels that are configured. */
export function openChannels(config: Pick<Config, 'mail' | 'smsWebhookUrl'>): Channels {
  const { mail, smsWebhookUrl } = config;
  return {
    ...(mail !== undefined && { email: mailChannel(mail) }),
    ...(smsWebhookUrl !== undefined && { sms: smsChannel(smsWebhookUrl) }),
  };
}

function mailChannel({ smtpUrl, from }: { smtpUrl: string; from: string }): Channel {
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: SEND_TIMEOUT_MS,
    greetingTimeout: SEND_TIMEOUT_MS,
    socketTimeout: SEND_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    send: async ({ to, ...mail }) => {
      try {
        await transport.sendMail({ from, to: { name: '', address: to }, ...mail });
      } catch (error) {
        throw isForGood(error) ? new RefusedError('the mail was refused', { cause: error }) : error;
      }
    },
  };
}

/** Recipient or mail were refused with a permanent code (RFC 5321, 4.2.1). A server that does not let us in may do so later. */
function isForGood(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  const isOfMail = code === 'EENVELOPE' || code === 'EMESSAGE';
  return isOfMail && typeof responseCode === 'number' && responseCode >= 500;
}

/** Posts `{to, text}` as JSON; any 2xx means taken. Redirects are not followed. */
function smsChannel(webhookUrl: string): Channel {
  return {
    send: async ({ to, text }) => {
      const response = await fetch(webhookUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ to, text }),
        redirect: 'error',
        signal: AbortSignal.timeout(SEND_TIMEOUT_MS),
      });
      await response.body?.cancel();
      if (!response.ok) throw new Error(`the SMS webhook answered ${response.status}`);
    },
  };
}
