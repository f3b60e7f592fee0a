/** Users' webhooks: whether any of them may be sent into a private network. */
import { type Finding, note, type OpenSubject } from './finding.ts';

export async function lookAtWebhooks({
  config: { webhooks },
}: Pick<OpenSubject, 'config'>): Promise<Finding[]> {
  const { privateHosts } = webhooks;
  if (privateHosts.length === 0) return [];
  return [
    note(
      'webhooks',
      `every user can have requests sent to ${privateHosts.join(', ')}`,
      'take WEBHOOK_PRIVATE_HOSTS out once it was tried (docs/operating/webhooks.md)',
    ),
  ];
}
