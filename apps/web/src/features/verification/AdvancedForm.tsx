import { Button, TextArea, toast } from '@fairlead/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useGoBack } from '../../app/navigation.ts';
import { PhotoField } from '../../app/PhotoField.tsx';
import { usePhoto } from '../../data/upload.ts';
import { useAction } from '../../data/use-action.ts';
import { useFieldErrors } from '../../data/use-field-errors.ts';
import { Privacy } from './BasicForm.tsx';
import { DocumentArt } from './DocumentArt.tsx';
import {
  type AdvancedField,
  advancedRequest,
  checkAdvanced,
  PHOTO_FIELDS,
  type PhotoField as PhotoName,
} from './model.ts';
import { useProblemTexts } from './use-problem-texts.ts';

const FIELDS = ['contact_address', ...PHOTO_FIELDS] as const;

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
  const goBack = useGoBack();
  const [address, setAddress] = useState('');
  const { uploads, photos } = usePhotos();
  const errors = useFieldErrors<AdvancedField>(FIELDS);
  const sayProblems = useProblemTexts();
  const send = useAction('realName2', {
    failedText: custody('submitFailed'),
    invalidates: ['center2', 'center'],
    onSuccess: () => {
      toast({ kind: 'good', text: t('sent') });
      goBack();
    },
    onError: (error) => errors.showFields(error.fields),
  });
  const submit = () => {
    if (errors.show(sayProblems(checkAdvanced(address, photos)))) return;
    const request = advancedRequest(address, photos);
    if (request === undefined) toast({ text: t('wait') });
    else void send.run(request);
  };
  return (
    <form
      ref={errors.form}
      noValidate
      className="grid gap-5 gutter pt-2 pb-8"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <TextArea
        label={t('address')}
        hint={t('addressHint')}
        error={errors.of('contact_address')}
        disabled={send.isRunning}
        autoComplete="street-address"
        rows={3}
        maxLength={200}
        value={address}
        onChange={(event) => {
          setAddress(event.target.value);
          errors.forget('contact_address');
        }}
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
            error={errors.of(field)}
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
