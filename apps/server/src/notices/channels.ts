/** Ways out of the house for messages: an SMTP server and an SMS webhook. */
import { createTransport } from 'nodemailer';
import type { Config } from '../core/config/config.ts';
import { SEND_TIMEOUT_MS } from '../core/http/limits.ts';
import type { Channel, Channels } from './outbox.ts';

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
    send: async ({ to, subject, text }) => {
      await transport.sendMail({ from, to: { name: '', address: to }, subject, text });
    },
  };
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
