import { merge } from '../merge.ts';

export const messages = merge(
  import.meta.glob<object>('./{contract,futures,options,receipt}.json', {
    eager: true,
    import: 'default',
  }),
);
