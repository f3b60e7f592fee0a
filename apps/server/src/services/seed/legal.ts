/**
 * What stands where the operator's legal texts will be: true of this software and short. It is no contract that a lawyer has
 * seen, and whoever reads it is told so.
 */
import type { Language } from '@fairlead/contract';
import { en } from './legal/en.ts';
import { esp } from './legal/esp.ts';
import { hk } from './legal/hk.ts';
import { jp } from './legal/jp.ts';
import { kr } from './legal/kr.ts';
import type { LegalPlaceholders } from './legal/texts.ts';
import { th } from './legal/th.ts';
import { zh } from './legal/zh.ts';

export const LEGAL_PLACEHOLDERS: Readonly<Record<Language, LegalPlaceholders>> = {
  en,
  jp,
  kr,
  esp,
  zh,
  hk,
  th,
};
