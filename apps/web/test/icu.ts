/** Reads the parameters of an ICU message, for the test that holds all languages to the same ones. */

interface Plural {
  readonly name: string;
  readonly cases: readonly string[];
}

interface Reader {
  readonly text: string;
  readonly plurals: Plural[];
  at: number;
}

const skipBlanks = (reader: Reader): void => {
  while (/\s/.test(reader.text[reader.at] ?? '')) reader.at += 1;
};

function readWord(reader: Reader): string {
  skipBlanks(reader);
  const start = reader.at;
  while (/[^\s,{}]/.test(reader.text[reader.at] ?? ' ')) reader.at += 1;
  const word = reader.text.slice(start, reader.at);
  skipBlanks(reader);
  return word;
}

/** The names of the cases. */
function readOptions(reader: Reader, found: Map<string, string>): readonly string[] {
  const cases: string[] = [];
  while (reader.at < reader.text.length && reader.text[reader.at] !== '}') {
    const name = readWord(reader);
    if (reader.text[reader.at] !== '{') break;
    cases.push(name);
    reader.at += 1;
    readMessage(reader, found);
    reader.at += 1;
    skipBlanks(reader);
  }
  return cases;
}

function readArgument(reader: Reader, found: Map<string, string>): void {
  const name = readWord(reader);
  let kind = 'value';
  if (reader.text[reader.at] === ',') {
    reader.at += 1;
    kind = readWord(reader);
    if (reader.text[reader.at] === ',') {
      reader.at += 1;
      const cases = readOptions(reader, found);
      if (kind === 'plural') reader.plurals.push({ name, cases });
    }
  }
  found.set(name, kind);
}

function readMessage(reader: Reader, found: Map<string, string>): void {
  while (reader.at < reader.text.length && reader.text[reader.at] !== '}') {
    if (reader.text[reader.at] === '{') {
      reader.at += 1;
      readArgument(reader, found);
    }
    reader.at += 1;
  }
}

/** Names of the parameters with their kind, sorted: `count:plural`, `name:value`, `link:tag`. */
export function parametersOf(message: string): readonly string[] {
  const found = new Map<string, string>();
  readMessage({ text: message, plurals: [], at: 0 }, found);
  for (const [, name] of message.matchAll(/<(\w+)>/g))
    if (name !== undefined) found.set(name, 'tag');
  return [...found].map(([name, kind]) => `${name}:${kind}`).sort();
}

/** Every plural of a message with its cases, those within others too. */
function pluralsOf(message: string): readonly Plural[] {
  const plurals: Plural[] = [];
  readMessage({ text: message, plurals, at: 0 }, new Map());
  return plurals;
}

/** What holds a language to the parameters of English: a number that English only prints may decide a plural, and a plural be none. */
export const takenBy = (message: string): readonly string[] =>
  parametersOf(message).map((parameter) => parameter.replace(/:plural$/, ':number'));

/** The forms that whole numbers have in a language (CLDR), `other` included, which ICU asks for: "one", "few". */
export function pluralForms(tag: string): readonly string[] {
  const rules = new Intl.PluralRules(tag);
  const used = new Set(Array.from({ length: 1_001 }, (_, count) => rules.select(count)));
  return rules
    .resolvedOptions()
    .pluralCategories.filter((form) => form === 'other' || used.has(form));
}

/** Plurals of a message that lack a form of the language, or have one that it does not know, a line each. */
export function pluralProblems(message: string, tag: string): readonly string[] {
  const plurals = pluralsOf(message);
  if (plurals.length === 0) return [];
  const forms = pluralForms(tag);
  const known = new Set<string>(new Intl.PluralRules(tag).resolvedOptions().pluralCategories);
  return plurals.flatMap(({ name, cases }) => [
    ...forms.filter((form) => !cases.includes(form)).map((form) => `${name} has no ${form}`),
    ...cases
      .filter((form) => !form.startsWith('=') && !known.has(form))
      .map((form) => `${name} has ${form}, which ${tag} has not`),
  ]);
}
