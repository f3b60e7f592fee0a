import { merge } from '../merge.ts';

export const messages = merge(
  import.meta.glob<object>('./*.json', { eager: true, import: 'default' }),
);
