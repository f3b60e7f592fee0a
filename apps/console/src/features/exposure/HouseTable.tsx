import type { ReactNode } from 'react';
import { formatBalance } from '../../books/amounts.ts';
import { inUse, UseBar } from '../../books/UseBar.tsx';
import { type CurrencyExposure, houseSum } from './model.ts';
import { exposureTexts } from './texts.ts';

const t = exposureTexts.house;

/** The accounts that futures and options are paid from, in one currency, and their sum. */
export function HouseTable({ currency }: { currency: CurrencyExposure }) {
  const { contract_house, contract_reserved, contract_available } = currency;
  const { option_house, option_reserved, option_available } = currency;
  const title = exposureTexts.houseTitle(currency.currency);
  const isOwed = currency.unrealised_pnl.startsWith('-');
  return (
    <section className="mt-6">
      <h2 className="text-16 font-strong">{title}</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reached by keyboard */}
      <section className="con-table-scroll" tabIndex={0} aria-label={title}>
        <table className="con-mini con-figures mt-1">
          <thead>
            <tr>
              <th scope="col">{t.account}</th>
              <th scope="col">{t.total}</th>
              <th scope="col">{t.reserved}</th>
              <th scope="col">{t.free}</th>
              <th scope="col">{t.use}</th>
            </tr>
          </thead>
          <tbody>
            <Line
              name={t.contract}
              note={t.contractNote}
              figures={[contract_house, contract_reserved, contract_available]}
              use={<UseBar use={inUse(contract_reserved, contract_house)} />}
            />
            <Line name={t.insurance} note={t.insuranceNote} figures={[currency.insurance_fund]} />
            <Line
              name={t.option}
              note={t.optionNote}
              figures={[option_house, option_reserved, option_available]}
              use={<UseBar use={inUse(option_reserved, option_house)} />}
            />
            <tr data-sum="">
              <th scope="row">{t.sum}</th>
              <td>
                <b>{formatBalance(houseSum(currency) ?? '')}</b>
              </td>
              <td colSpan={3} />
            </tr>
            <Line name={t.escrow} note={t.escrowNote} figures={[currency.option_escrow]} />
          </tbody>
        </table>
      </section>
      <p className="con-pnl">
        <span>{isOwed ? exposureTexts.pnlOwed : exposureTexts.pnl}</span>
        <b>
          {formatBalance(currency.unrealised_pnl.replace(/^-/, ''))}{' '}
          <small>{currency.currency}</small>
        </b>
      </p>
    </section>
  );
}

interface LineProps {
  name: string;
  note: string;
  figures: readonly string[];
  use?: ReactNode;
}

function Line({ name, note, figures, use }: LineProps) {
  const [total, reserved, free] = figures;
  return (
    <tr>
      <th scope="row">
        {name}
        <small>{note}</small>
      </th>
      <td>
        <b>{formatBalance(total ?? '')}</b>
      </td>
      <td>{reserved !== undefined && formatBalance(reserved)}</td>
      <td>{free !== undefined && formatBalance(free)}</td>
      <td>{use}</td>
    </tr>
  );
}
