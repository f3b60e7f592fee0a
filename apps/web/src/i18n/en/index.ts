import { assets } from './assets.ts';
import { chart } from './chart.ts';
import { common } from './common.ts';
import { errors } from './errors.ts';
import { home } from './home.ts';
import { login } from './login.ts';
import { markets } from './markets.ts';
import { orders } from './orders.ts';
import { settings } from './settings.ts';
import { trade } from './trade.ts';

/** What the first pages say; the rest is in account.ts. */
export const messages = {
  assets,
  chart,
  common,
  errors,
  home,
  login,
  markets,
  orders,
  settings,
  trade,
};
