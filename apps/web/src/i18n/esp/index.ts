import { merge } from '../merge.ts';

export const messages = merge(
  import.meta.glob<object>(
    [
      './*.json',
      '!./{apiKeys,chat,custody,deposit,guidance,inbox,liabilities,notifications,payees,portfolio,pwa}.json',
      '!./{security,upload,verification,withdraw}.json',
      '!./{contract,futures,options,receipt}.json',
      '!./{hosting,promotion,publication}.json',
    ],
    {
      eager: true,
      import: 'default',
    },
  ),
);
