import { formatDate, Segment } from '@fairlead/ui';
import { MINUTE_MS } from '@fairlead/units';
import { setTheme, THEMES, useTheme } from '../../app/theme.ts';
import { usePasskeyPlace } from '../../data/passkey.ts';
import { type Me, useMe } from '../../data/use-config.ts';
import { Facts } from '../../parts/Facts.tsx';
import { PageFrame } from '../../parts/PageFrame.tsx';
import { sharedTexts } from '../../parts/texts.ts';
import { FactorSection } from './FactorSection.tsx';
import { PasskeySection } from './PasskeySection.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import { accountTexts as t } from './texts.ts';

/** Who is logged in, until when, the password and the theme. */
export function Page() {
  const { data: me } = useMe();
  const theme = useTheme();
  const place = usePasskeyPlace();
  if (me === undefined) return null;
  // An authenticator is set up where there are no passkeys, and in a demo; one that is there goes on until then.
  const takesCodes = !me.has_passkey && (place === 'closed' || me.demo);
  return (
    <PageFrame title={t.title} sub={t.sub}>
      <div className="con-column">
        <Facts
          facts={[
            [t.name, me.name],
            [t.role, sharedTexts.roles[me.role]],
            [t.factor, factorOf(me)],
            [t.session, formatDate(me.session_ends_at, 'dayMinute', 'en')],
            [t.idle, sharedTexts.duration(Math.round(me.idle_ms / MINUTE_MS))],
          ]}
        />
        <section className="con-section">
          <h2>{t.themeTitle}</h2>
          <Segment
            label={t.themeTitle}
            value={theme}
            options={THEMES.map((value) => ({ value, label: t.themes[value] }))}
            onValueChange={setTheme}
          />
        </section>
        {place !== undefined && place !== 'closed' && <PasskeySection me={me} />}
        {takesCodes && <FactorSection name={me.name} hasFactor={me.has_otp} />}
        <PasswordForm name={me.name} />
      </div>
    </PageFrame>
  );
}

const factorOf = ({ has_passkey, has_otp }: Me): string => {
  if (has_passkey) return t.factorPasskeys;
  return has_otp ? t.factorAuthenticator : t.factorOff;
};
