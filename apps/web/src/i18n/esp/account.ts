import { merge } from '../merge.ts';

export const messages = merge(
  import.meta.glob<object>(
    './{apiKeys,chat,custody,deposit,guidance,inbox,liabilities,notifications,payees,portfolio,pwa,security,upload,verification,withdraw}.json',
    {
      eager: true,
      import: 'default',
    },
  ),
);
