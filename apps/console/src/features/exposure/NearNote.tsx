import type { Exposure } from '@fairlead/contract';
import { Icon } from '@fairlead/ui';
import { inUseText } from '../../parts/use.ts';
import { exposureTexts as t } from '../../texts/exposure.ts';
import { nearLimits } from './model.ts';

/** What is near its limit, or that nothing is: the first thing to see. */
export function NearNote({ exposure }: { exposure: Exposure }) {
  const near = nearLimits(exposure);
  const isCalm = near.length === 0;
  return (
    <section className="con-verdict con-near" data-verdict={isCalm ? undefined : 'near'}>
      <span className="con-verdict-mark">
        <Icon name={isCalm ? 'check' : 'warn'} size={24} />
      </span>
      <div>
        <b>{isCalm ? t.calm : t.near(near.length)}</b>
        {isCalm ? (
          <p>{t.calmDetail}</p>
        ) : (
          <ul>
            {near.map(({ kind, of, use }) => (
              <li key={`${kind} ${of}`}>
                {t.nearLines[kind](of, use === undefined ? '' : inUseText(use))}
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}
