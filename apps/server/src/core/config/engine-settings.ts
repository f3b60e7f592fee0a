/** The settings that divide an exchange by product (engines.ts). */
import { optional, preset } from './setting.ts';
import { anyText, databaseUrl, oneOf } from './values.ts';

const ENGINE_COUNTS = ['1', '4'] as const;
const ENGINES_RUN = ['all', 'spot', 'futures', 'options', 'wealth'] as const;

export const engineSettings = {
  ENGINES: preset(oneOf(...ENGINE_COUNTS), {
    meaning:
      '`4` divides the exchange by product: spot, futures, options and locked funds each have an engine and a database of their own ([engines.md](engines.md))',
    fallback: '1',
  }),
  DATABASE_URL_FUTURES: optional(databaseUrl, {
    meaning: "with `ENGINES=4`: the futures engine's database; `DATABASE_URL` is that of spot",
    isSecret: true,
  }),
  DATABASE_URL_OPTIONS: optional(databaseUrl, {
    meaning: "with `ENGINES=4`: the options engine's database",
    isSecret: true,
  }),
  DATABASE_URL_WEALTH: optional(databaseUrl, {
    meaning: 'with `ENGINES=4`: the database of the engine of locked funds',
    isSecret: true,
  }),
  DATABASE_URL_REPORTS: optional(databaseUrl, {
    meaning:
      'with `ENGINES=4`: where the tables of all engines lie together for what reads across them',
    isSecret: true,
  }),
  ENGINE: preset(oneOf(...ENGINES_RUN), {
    meaning:
      'with `ENGINES=4` and `ROLE=engine`: the one engine that this process runs, or all of them',
    fallback: 'all',
  }),
  REPORTS_OWNER: optional(anyText, {
    meaning:
      'read by `npm run reports` only: `name` or `name:password` of who owns the tables of the engines and may replicate them, and is a superuser in the reports database ([reports.md](reports.md))',
    isSecret: true,
  }),
  REPORTS_COPIER: optional(anyText, {
    meaning:
      'read by `npm run reports` only: `name:password` of the role as which the reports database reads the engines',
    otherwise: 'as `REPORTS_OWNER`',
    isSecret: true,
  }),
};
