import { merge } from '../merge.ts';

export const messages = merge(
  import.meta.glob<object>(
    './{custody,deposit,inbox,payees,security,upload,verification,withdraw}.json',
    {
      eager: true,
      import: 'default',
    },
  ),
);
