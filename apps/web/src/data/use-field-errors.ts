import { type RefObject, useRef, useState } from 'react';

type Texts<FieldName extends string> = Readonly<Partial<Record<FieldName, string>>>;

export interface FieldErrors<FieldName extends string> {
  /** For the form, so that the first refusal gets the focus. */
  readonly form: RefObject<HTMLFormElement | null>;
  readonly of: (field: FieldName) => string | undefined;
  readonly forget: (field?: FieldName) => void;
  /** Takes the place of what was shown before; true when something is wrong. */
  readonly show: (texts: Texts<FieldName>) => boolean;
  /** The same for a refusal's fields, of which the form may know only some. */
  readonly showFields: (fields: Readonly<Record<string, string>>) => boolean;
}

/** As kept: a form's own names are checked where they are given and asked for. */
type Shown = Readonly<Record<string, string | undefined>>;

const FIRST = '[aria-invalid="true"], .fl-select-bad, [data-bad-photo] .fl-btn';

/** What is wrong, under the field it is about: our own checks and the server's sentences. */
export function useFieldErrors<FieldName extends string>(
  names: readonly FieldName[],
): FieldErrors<FieldName> {
  const form = useRef<HTMLFormElement>(null);
  const [texts, setTexts] = useState<Shown>({});
  const show = (next: Shown): boolean => {
    setTexts(next);
    const isBad = Object.values(next).some((text) => text !== undefined);
    // After the refusals are on the screen: the first of them is where to go on.
    if (isBad)
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>(FIRST)?.focus());
    return isBad;
  };
  return {
    form,
    of: (field) => texts[field],
    forget: (field) =>
      setTexts((before) => (field === undefined ? {} : { ...before, [field]: undefined })),
    show,
    showFields: (fields) =>
      show(
        Object.fromEntries(names.flatMap((name) => (fields[name] ? [[name, fields[name]]] : []))),
      ),
  };
}
