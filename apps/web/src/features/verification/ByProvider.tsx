import { type ComponentProps, lazy, Suspense } from 'react';
import { loadTexts } from '../../i18n/language.ts';

/** Only some exchanges have a provider: its words and looks come where one is named. */
const late = <Name extends 'ProviderText' | 'ProviderCheck'>(name: Name) =>
  lazy(async () => {
    const [parts] = await Promise.all([import('./provider-parts.tsx'), loadTexts('provider')]);
    return { default: parts[name] };
  });
const Text = late('ProviderText');
const Check = late('ProviderCheck');

/** What a provider changes of a sentence; its own words say it. */
export const ProviderText = (props: ComponentProps<typeof Text>) => (
  <Suspense fallback={null}>
    <Text {...props} />
  </Suspense>
);

/** Where a submission stands that a provider checks. */
export const ProviderCheck = (props: ComponentProps<typeof Check>) => (
  <Suspense fallback={null}>
    <Check {...props} />
  </Suspense>
);
