/** Where users' webhooks may lead beside public https. */
import type { Given } from './settings.ts';
import { ConfigError } from './values.ts';

export interface WebhookConfig {
  /** In a demo. */
  readonly allowsHttp: boolean;
  /** In private networks, each with its port. */
  readonly privateHosts: readonly string[];
}

const HOST = /^(?:[a-z0-9-]+(?:\.[a-z0-9-]+)*|\[[0-9a-f:]+\]):\d{1,5}$/;

export function readWebhooks(
  { WEBHOOK_PRIVATE_HOSTS: given = [] }: Given,
  isDemo: boolean,
): WebhookConfig {
  const privateHosts = given.map((host) => host.toLowerCase());
  const wrong = privateHosts.find((host) => !HOST.test(host));
  if (wrong !== undefined)
    throw new ConfigError('WEBHOOK_PRIVATE_HOSTS', `"${wrong}" is not host:port`);
  if (privateHosts.length > 0 && !isDemo)
    throw new ConfigError('WEBHOOK_PRIVATE_HOSTS', 'is for demo mode only');
  return { allowsHttp: isDemo, privateHosts };
}
