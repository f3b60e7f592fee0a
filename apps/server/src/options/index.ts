/** What other capabilities may use of options. */
export {
  type OptionExposure,
  openStakes,
  optionExposures,
  readOptionCurrencies,
  readOptionTerms,
} from './queries.ts';
export { OPTION_COLUMNS, type OptionRecord } from './record.ts';
