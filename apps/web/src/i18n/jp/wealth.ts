import { merge } from '../merge.ts';

export const messages = merge(
  import.meta.glob<object>('./{hosting,promotion,publication}.json', {
    eager: true,
    import: 'default',
  }),
);
