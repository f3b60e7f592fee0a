/** Reads the parameters of an ICU message, for the test that holds seven languages to the same ones. */

interface Reader {
  readonly text: string;
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

function readOptions(reader: Reader, found: Map<string, string>): void {
  while (reader.at < reader.text.length && reader.text[reader.at] !== '}') {
    readWord(reader);
    if (reader.text[reader.at] !== '{') break;
    reader.at += 1;
    readMessage(reader, found);
    reader.at += 1;
    skipBlanks(reader);
  }
}

function readArgument(reader: Reader, found: Map<string, string>): void {
  const name = readWord(reader);
  let kind = 'value';
  if (reader.text[reader.at] === ',') {
    reader.at += 1;
    kind = readWord(reader);
    if (reader.text[reader.at] === ',') {
      reader.at += 1;
      readOptions(reader, found);
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
  readMessage({ text: message, at: 0 }, found);
  for (const [, name] of message.matchAll(/<(\w+)>/g))
    if (name !== undefined) found.set(name, 'tag');
  return [...found].map(([name, kind]) => `${name}:${kind}`).sort();
}
