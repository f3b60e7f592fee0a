import { assets } from './assets.ts';
import { chart } from './chart.ts';
import { common } from './common.ts';
import { custody } from './custody.ts';
import { deposit } from './deposit.ts';
import { errors } from './errors.ts';
import { home } from './home.ts';
import { inbox } from './inbox.ts';
import { login } from './login.ts';
import { markets } from './markets.ts';
import { orders } from './orders.ts';
import { payees } from './payees.ts';
import { security } from './security.ts';
import { settings } from './settings.ts';
import { soon } from './soon.ts';
import { trade } from './trade.ts';
import { upload } from './upload.ts';
import { verification } from './verification.ts';
import { withdraw } from './withdraw.ts';

export const messages = {
  assets,
  chart,
  common,
  custody,
  deposit,
  errors,
  home,
  inbox,
  login,
  markets,
  orders,
  payees,
  security,
  settings,
  soon,
  trade,
  upload,
  verification,
  withdraw,
};
