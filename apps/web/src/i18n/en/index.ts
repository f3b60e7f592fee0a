import { common } from './common.ts';
import { errors } from './errors.ts';
import { home } from './home.ts';
import { markets } from './markets.ts';
import { settings } from './settings.ts';
import { soon } from './soon.ts';

export const messages = { common, errors, home, markets, settings, soon };
