/** A form: what is typed in its fields, and at each field what is wrong with it, by our checks and by the server. */
import type { ApiError } from '@fairlead/client';
import { type ChangeEvent, type RefObject, type SyntheticEvent, useRef, useState } from 'react';

type Name<Draft> = keyof Draft & string;
/** Fields of a draft that hold text. */
type TextName<Draft> = {
  [Key in Name<Draft>]: Draft[Key] extends string ? Key : never;
}[Name<Draft>];

/** What is wrong, in a sentence, by field. */
export type Problems<Field extends string> = Readonly<Partial<Record<Field, string | undefined>>>;

export interface FormOptions<Draft, Also extends string> {
  /** What keeps the draft from being sent. Looked at when it is sent, never while a field is typed in. */
  readonly check?: (draft: Draft) => Problems<Name<Draft> | Also>;
  /** The field of a refusal that names none. */
  readonly about?: Readonly<Partial<Record<ApiError['code'], Name<Draft> | Also>>>;
  /** Fields whose values are kept elsewhere, as those of files. */
  readonly also?: readonly Also[];
  /** Where a draft outlives its form. */
  readonly onChange?: (draft: Draft) => void;
}

/** For `<form>`. */
export interface FormProps {
  readonly ref: RefObject<HTMLFormElement | null>;
  readonly noValidate: true;
  readonly onSubmit: (event: SyntheticEvent) => void;
}

interface FieldState<Value extends string> {
  readonly value: Value;
  readonly error: string | undefined;
}

export interface Form<Draft extends object, Also extends string = never> {
  readonly draft: Draft;
  /** A field that is typed in is not refused any more. */
  readonly set: (part: Partial<Draft>) => void;
  /** For fields that tell of their change by an event. */
  readonly text: (name: TextName<Draft>) => FieldState<string> & {
    readonly onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => void;
  };
  /** For fields that tell their value. */
  readonly value: (name: TextName<Draft>) => FieldState<string> & {
    readonly onValueChange: (value: string) => void;
  };
  /** For a choice among the field's own values. */
  readonly choice: <Key extends TextName<Draft>>(
    name: Key,
  ) => FieldState<Draft[Key] & string> & { readonly onChange: (value: string) => void };
  readonly problem: (name: Name<Draft> | Also) => string | undefined;
  /** A field whose value is kept elsewhere was changed; without a name all is forgotten that was said. */
  readonly forget: (name?: Name<Draft> | Also) => void;
  /** Checks one field before the rest, the focus in it where it is wrong; true when it is not. */
  readonly isFine: (name: Name<Draft> | Also) => boolean;
  /** Puts a refusal at its fields, the focus in the first; false when it is about none of them. */
  readonly refuse: (error: ApiError) => boolean;
  /** The same for one that was put into words elsewhere. */
  readonly show: (problems: Problems<Name<Draft> | Also>) => boolean;
  /** Checks, then sends or goes to the first field that is wrong. */
  readonly submit: (send: (draft: Draft) => unknown) => void;
  readonly props: (send: (draft: Draft) => unknown) => FormProps;
  /** As it began. */
  readonly reset: () => void;
}

/** What is said of which field: of `checked` what our check says now, of others what the server said. */
interface Said {
  readonly checked: readonly string[];
  readonly refused: Readonly<Record<string, string>>;
}

const NOTHING: Said = { checked: [], refused: {} };
/** Of what is wrong, what can take the focus first. */
const FIRST = '[aria-invalid="true"], .fl-select-bad, [data-bad-photo] .fl-btn';

/** About half a second: whoever has gone on by then is not called back. */
const FRAMES_MAX = 30;

const without = ({ checked, refused }: Said, names: readonly string[]): Said => ({
  checked: checked.filter((name) => !names.includes(name)),
  refused: Object.fromEntries(Object.entries(refused).filter(([name]) => !names.includes(name))),
});

const given = (problems: Readonly<Record<string, string | undefined>>) =>
  Object.entries(problems).filter((each): each is [string, string] => each[1] !== undefined);

/** What a check found by name, in sentences. */
export function inWords<Field extends string, Problem extends string>(
  found: Readonly<Partial<Record<Field, Problem | undefined>>>,
  say: (problem: Problem) => string,
): Problems<Field> {
  const told = Object.entries<Problem | undefined>(found).map(([field, problem]) => [
    field,
    problem && say(problem),
  ]);
  // Its names are those of `found`.
  return Object.fromEntries(told) as Problems<Field>;
}

export function useForm<Draft extends object, Also extends string = never>(
  first: Draft | (() => Draft),
  options: FormOptions<Draft, Also> = {},
): Form<Draft, Also> {
  const { check, about = {}, also = [], onChange } = options;
  const [begun] = useState(first);
  const [draft, setDraft] = useState(begun);
  const [said, setSaid] = useState(NOTHING);
  const form = useRef<HTMLFormElement>(null);
  const found: Readonly<Record<string, string | undefined>> = check?.(draft) ?? {};
  // Once the words are on the screen, and fields that waited for the answer are open again: on a slow machine some frames on.
  const goToFirst = (frames = FRAMES_MAX): number =>
    requestAnimationFrame(() => {
      const first = form.current?.querySelector<HTMLElement>(FIRST);
      const isOpen = first !== null && first !== undefined && !first.matches(':disabled');
      if (isOpen) first.focus();
      else if (form.current !== null && frames > 0) goToFirst(frames - 1);
    });
  const forget = (names: readonly string[]) => setSaid((before) => without(before, names));
  const set = (part: Partial<Draft>) => {
    setDraft((before) => ({ ...before, ...part }));
    onChange?.({ ...draft, ...part });
    forget(Object.keys(part));
  };
  // The types of the names below say that their fields hold text, which `Draft` cannot.
  const setText = (name: string, value: string) => set({ [name]: value } as Partial<Draft>);
  const textOf = (name: Name<Draft>) => ({ value: String(draft[name]), error: problem(name) });
  const problem = (name: string): string | undefined =>
    (said.checked.includes(name) ? found[name] : undefined) ?? said.refused[name];
  const show = (problems: Problems<Name<Draft> | Also>): boolean => {
    const isKnown = (name: string) => name in draft || also.some((each) => each === name);
    const known = given(problems).filter(([name]) => isKnown(name));
    if (known.length === 0) return false;
    setSaid({ checked: [], refused: Object.fromEntries(known) });
    goToFirst();
    return true;
  };
  const submit = (send: (draft: Draft) => unknown) => {
    const checked = given(found).map(([name]) => name);
    setSaid({ checked, refused: {} });
    if (checked.length > 0) goToFirst();
    else void send(draft);
  };
  return {
    draft,
    set,
    text: (name) => ({ ...textOf(name), onChange: ({ target }) => setText(name, target.value) }),
    value: (name) => ({ ...textOf(name), onValueChange: (value) => setText(name, value) }),
    choice: <Key extends TextName<Draft>>(name: Key) => ({
      value: draft[name] as Draft[Key] & string,
      error: problem(name),
      onChange: (value: string) => setText(name, value),
    }),
    problem,
    forget: (name) => (name === undefined ? setSaid(NOTHING) : forget([name])),
    isFine: (name) => {
      if (found[name] === undefined) return true;
      setSaid(({ checked, refused }) => ({ checked: [...checked, name], refused }));
      goToFirst();
      return false;
    },
    refuse: (error) => {
      const field = about[error.code];
      const isShown = field !== undefined && show({ [field]: error.message } as Problems<never>);
      return isShown || show(error.fields as Problems<never>);
    },
    show,
    submit,
    props: (send) => ({
      ref: form,
      noValidate: true,
      onSubmit: (event) => {
        event.preventDefault();
        submit(send);
      },
    }),
    reset: () => {
      setDraft(begun);
      setSaid(NOTHING);
    },
  };
}
