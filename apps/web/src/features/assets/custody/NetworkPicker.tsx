import type { Chain } from '@fairlead/contract';
import { Icon } from '@fairlead/ui';
import { type ReactNode, useId } from 'react';
import { useTranslations } from 'use-intl';
import { type CryptoTerms, networkOf } from './chains.ts';

export interface NetworkPickerProps {
  networks: readonly CryptoTerms[];
  value: Chain | undefined;
  /** Under the name: minimum, fee. */
  caption: (terms: CryptoTerms) => ReactNode;
  onChoose: (chain: Chain) => void;
}

/** The network comes before the address: what is sent on another one is lost. */
export function NetworkPicker({ networks, value, caption, onChoose }: NetworkPickerProps) {
  const t = useTranslations('custody');
  const name = useId();
  return (
    <fieldset>
      <legend className="fl-label">{t('network')}</legend>
      <div className="grid grid-cols-2 gap-2">
        {networks.map((terms) => {
          const network = networkOf(terms.chain);
          return (
            <label
              key={terms.chain}
              className="relative block min-h-15 cursor-pointer rounded-12 border-2 border-transparent bg-field px-3 py-2.5 has-checked:border-brand has-checked:bg-brand-tint has-focus-visible:[box-shadow:var(--focus)] only:col-span-2"
            >
              <input
                type="radio"
                className="peer fl-sr"
                name={name}
                checked={terms.chain === value}
                onChange={() => onChoose(terms.chain)}
              />
              <span className="block pe-5 leading-5">
                <span className="font-strong">{network.name}</span>{' '}
                <span className="text-12 text-muted peer-checked:text-secondary">
                  {network.tag}
                </span>
              </span>
              <span className="tnum mt-0.5 block text-12 text-secondary">{caption(terms)}</span>
              <Icon
                name="check"
                size={16}
                className="absolute top-3 end-3 hidden text-brand peer-checked:block"
              />
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}
