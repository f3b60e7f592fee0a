import { inWords, useAction, useForm } from '@fairlead/calls';
import { Button, TextArea, toast } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { useGoBack } from '../../app/navigation.ts';
import { PhotoField } from '../../app/parts/PhotoField.tsx';
import { usePhoto } from '../../data/upload.ts';
import { Privacy } from './BasicForm.tsx';
import {
  advancedRequest,
  checkAdvanced,
  PHOTO_FIELDS,
  type PhotoField as PhotoName,
} from './model.ts';

const TEXTS = {
  front_photo: { label: 'front', hint: 'frontHint', camera: 'environment' },
  back_photo: { label: 'back', hint: 'backHint', camera: 'environment' },
  holding_photo: { label: 'holding', hint: 'holdingHint', camera: 'user' },
} as const satisfies Record<PhotoName, object>;

/** The three pictures, each on its way as soon as it is chosen. */
function usePhotos() {
  const front_photo = usePhoto('kyc');
  const back_photo = usePhoto('kyc');
  const holding_photo = usePhoto('kyc');
  const uploads = { front_photo, back_photo, holding_photo };
  const photos = {
    front_photo: front_photo.photo,
    back_photo: back_photo.photo,
    holding_photo: holding_photo.photo,
  };
  return { uploads, photos };
}

/** Where one lives, and three photos. */
export function AdvancedForm() {
  const t = useTranslations('verification');
  const custody = useTranslations('custody');
  const goBack = useGoBack('/pages/verification/index');
  const { uploads, photos } = usePhotos();
  const invalid = useTranslations('verification.invalid');
  const form = useForm(
    { contact_address: '' },
    {
      check: ({ contact_address }) => inWords(checkAdvanced(contact_address, photos), invalid),
      also: PHOTO_FIELDS,
    },
  );
  const send = useAction('realName2', {
    failedText: custody('submitFailed'),
    invalidates: ['center2', 'center'],
    onSuccess: () => {
      toast({ kind: 'good', text: t('sent') });
      goBack();
    },
    onError: form.refuse,
  });
  const submit = ({ contact_address }: { readonly contact_address: string }) => {
    const request = advancedRequest(contact_address, photos);
    if (request === undefined) toast({ text: t('wait') });
    else void send.run(request);
  };
  return (
    <form {...form.props(submit)} className="grid gap-5 gutter pt-2 pb-8">
      <TextArea
        label={t('address')}
        hint={t('addressHint')}
        disabled={send.isRunning}
        autoComplete="street-address"
        rows={3}
        maxLength={200}
        {...form.text('contact_address')}
      />
      <section className="grid gap-4">
        <div>
          <h2 className="text-16 font-strong">{t('photos')}</h2>
          <p className="text-12 text-muted">{t('photosHint')}</p>
        </div>
        {PHOTO_FIELDS.map((field) => (
          <PhotoField
            key={field}
            upload={uploads[field]}
            label={t(TEXTS[field].label)}
            hint={t(TEXTS[field].hint)}
            camera={TEXTS[field].camera}
            art={<DocumentArt field={field} />}
            error={form.problem(field)}
            disabled={send.isRunning}
          />
        ))}
      </section>
      <Privacy />
      <div>
        <Button type="submit" variant="main" block busy={send.isRunning}>
          {t('submit')}
        </Button>
        <p className="mt-2 text-center text-12 text-muted">{t('final')}</p>
      </div>
    </form>
  );
}

const PATHS: Readonly<Record<PhotoName, string>> = {
  front_photo:
    'M1 1h54v34H1zM10 22a5 5 0 0 1 10 0M15 9a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM28 11h20M28 18h20M28 25h12',
  back_photo: 'M1 1h54v34H1zM1 8h54M8 16h28M8 22h18M8 29h40M44 14h5v5h-5z',
  holding_photo:
    'M20 3a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM4 35c1.5-8 8-12 16-12 4 0 7.5 1 10.5 3M33 17h21v15H33zM38 24h11M38 28h6',
};

/** What belongs into the frame, as a line drawing of 56 × 36. */
function DocumentArt({ field }: { field: PhotoName }) {
  return (
    <svg viewBox="0 0 56 36" width="56" height="36" aria-hidden="true" className="text-muted">
      <path
        d={PATHS[field]}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
