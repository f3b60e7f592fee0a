/** What positions were opened under (F12). Many share one, so each is kept once. */
import type { PositionRow } from './rows.ts';

export type Agreement = Pick<
  PositionRow,
  | 'marketId'
  | 'currencyId'
  | 'lotBaseMinor'
  | 'multiple'
  | 'maintenanceRatePpm'
  | 'openFeePpm'
  | 'closeFeePpm'
  | 'insuranceSharePpm'
  | 'halfSpreadPpm'
  | 'priceStepE8'
  | 'profitCapMultiple'
>;

const textOf = ({
  marketId,
  currencyId,
  lotBaseMinor,
  multiple,
  maintenanceRatePpm,
  ...others
}: Agreement): string => {
  const { openFeePpm, closeFeePpm, insuranceSharePpm, profitCapMultiple } = others;
  const { halfSpreadPpm, priceStepE8 } = others;
  const rates = [maintenanceRatePpm, openFeePpm, closeFeePpm, insuranceSharePpm];
  return [
    ...[marketId, currencyId, lotBaseMinor, multiple, profitCapMultiple],
    ...[...rates, halfSpreadPpm, priceStepE8],
  ].join();
};

/** Whether two say the same; of rows only what they agreed on. */
export const isSameAgreement = (one: Agreement, other: Agreement): boolean =>
  textOf(one) === textOf(other);

export class Agreements {
  readonly #byText = new Map<string, Agreement>();

  /** The one that is kept for all that say the same; of a row only what it agreed on. */
  same(wanted: Agreement): Agreement {
    const { marketId, currencyId, lotBaseMinor, multiple, maintenanceRatePpm } = wanted;
    const { openFeePpm, closeFeePpm, insuranceSharePpm, profitCapMultiple } = wanted;
    const { halfSpreadPpm, priceStepE8 } = wanted;
    const text = textOf(wanted);
    const known = this.#byText.get(text);
    if (known !== undefined) return known;
    const agreement: Agreement = {
      marketId,
      currencyId,
      lotBaseMinor,
      multiple,
      maintenanceRatePpm,
      openFeePpm,
      closeFeePpm,
      insuranceSharePpm,
      halfSpreadPpm,
      priceStepE8,
      profitCapMultiple,
    };
    this.#byText.set(text, agreement);
    return agreement;
  }
}
