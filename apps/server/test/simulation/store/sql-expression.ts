/**
 * Evaluates the SQL expressions of CHECKs, triggers' conditions and WHEREs: enough of the language for those of this
 * schema, with NULL as SQL has it. An expression that it does not know fails loudly, when it is compiled.
 */

/** Whole numbers of any type are bigint, JSON is its text. */
export type SqlCell = null | boolean | bigint | string | readonly bigint[];
export type Row = Readonly<Record<string, SqlCell>>;

export interface Scope {
  readonly row: Row;
  /** The row before an update. */
  readonly old?: Row;
  readonly parameters?: readonly SqlCell[];
}

type Value = SqlCell | readonly SqlCell[];
export type Expression = (scope: Scope) => Value;

const TOKEN =
  /\s*(?:(\d+)|'((?:[^']|'')*)'|(\$\d+)|([a-z_][a-z_0-9.]*)|(<>|<=|>=|::|[-+*/(),=<>[\]]))/iy;

type Token =
  | { readonly kind: 'number'; readonly value: bigint }
  | { readonly kind: 'text' | 'word' | 'sign' | 'parameter'; readonly value: string };

function tokensOf(sql: string): Token[] {
  const tokens: Token[] = [];
  const text = sql.trimEnd();
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const at = TOKEN.lastIndex;
    const found = TOKEN.exec(text);
    if (found === null) throw new SyntaxError(`unknown SQL at ${at}: ${text.slice(at, at + 40)}`);
    const [, number, string, parameter, word, sign] = found;
    if (number !== undefined) tokens.push({ kind: 'number', value: BigInt(number) });
    else if (string !== undefined)
      tokens.push({ kind: 'text', value: string.replaceAll("''", "'") });
    else if (parameter !== undefined) tokens.push({ kind: 'parameter', value: parameter.slice(1) });
    else if (word !== undefined) tokens.push({ kind: 'word', value: word.toLowerCase() });
    else if (sign !== undefined) tokens.push({ kind: 'sign', value: sign });
  }
  return tokens;
}

const COMPARISONS: Readonly<Record<string, (left: SqlCell, right: SqlCell) => boolean>> = {
  '=': (left, right) => left === right,
  '<>': (left, right) => left !== right,
  '<': (left, right) => compareCells(left, right) < 0,
  '<=': (left, right) => compareCells(left, right) <= 0,
  '>': (left, right) => compareCells(left, right) > 0,
  '>=': (left, right) => compareCells(left, right) >= 0,
};

/** Order of two cells that are not NULL. */
export function compareCells(left: SqlCell, right: SqlCell): number {
  if (left === right) return 0;
  return (left ?? 0) < (right ?? 0) ? -1 : 1;
}

const FUNCTIONS: Readonly<Record<string, (values: readonly SqlCell[]) => SqlCell>> = {
  // There is one engine.
  keeps_account: () => true,
  num_nulls: (values) => BigInt(values.filter((value) => value === null).length),
  num_nonnulls: (values) => BigInt(values.filter((value) => value !== null).length),
  cardinality: ([value]) => (Array.isArray(value) ? BigInt(value.length) : null),
  length: ([value]) => (value == null ? null : BigInt(String(value).length)),
  div: ([left, right]) => (left == null || right == null ? null : numberOf(left) / numberOf(right)),
  least: (values) => values.filter((value) => value !== null).sort(compareCells)[0] ?? null,
  coalesce: (values) => values.find((value) => value !== null) ?? null,
  json_array_length: ([value]) =>
    value == null ? null : BigInt((JSON.parse(String(value)) as unknown[]).length),
};

function numberOf(value: Value): bigint {
  if (typeof value !== 'bigint') throw new TypeError(`a whole number, not ${String(value)}`);
  return value;
}

export const isTrue = (value: Value): boolean => value === true;
/** A CHECK is met by NULL too. */
export const isNotFalse = (value: Value): boolean => value !== false;

export function compileExpression(sql: string): Expression {
  return new Parser(tokensOf(sql)).whole();
}

class Parser {
  readonly #tokens: readonly Token[];
  #at = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  whole(): Expression {
    const expression = this.#or();
    if (this.#at < this.#tokens.length) throw this.#unexpected();
    return expression;
  }

  #or(): Expression {
    const parts = [this.#and()];
    while (this.#takes('or')) parts.push(this.#and());
    const [only] = parts;
    if (parts.length === 1 && only !== undefined) return only;
    return (scope) => {
      let isUnknown = false;
      for (const part of parts) {
        const value = part(scope);
        if (value === true) return true;
        isUnknown ||= value === null;
      }
      return isUnknown ? null : false;
    };
  }

  #and(): Expression {
    const parts = [this.#not()];
    while (this.#takes('and')) parts.push(this.#not());
    const [only] = parts;
    if (parts.length === 1 && only !== undefined) return only;
    return (scope) => {
      let isUnknown = false;
      for (const part of parts) {
        const value = part(scope);
        if (value === false) return false;
        isUnknown ||= value === null;
      }
      return isUnknown ? null : true;
    };
  }

  #not(): Expression {
    if (!this.#takes('not')) return this.#comparison();
    const inner = this.#not();
    return (scope) => {
      const value = inner(scope);
      return value === null ? null : value !== true;
    };
  }

  #comparison(): Expression {
    let left = this.#sum();
    for (;;) {
      const next = this.#peek();
      const compare = next?.kind === 'sign' ? COMPARISONS[next.value] : undefined;
      if (compare !== undefined) {
        this.#at += 1;
        left = this.#compared(left, compare);
      } else if (this.#takes('is')) left = this.#is(left);
      else if (this.#takes('in')) left = anyOf(left, this.#list('(', ')'), equal);
      else return left;
    }
  }

  #compared(left: Expression, compare: (left: SqlCell, right: SqlCell) => boolean): Expression {
    if (this.#takes('any')) {
      const array = this.#arrayParameter();
      if (array !== undefined)
        return (scope) => {
          const one = left(scope) as SqlCell;
          return one === null ? null : array(scope).some((other) => compare(one, other));
        };
      return anyOf(left, this.#bracketed(), compare);
    }
    if (this.#takes('all')) {
      const isAny = anyOf(left, this.#bracketed(), (one, other) => !compare(one, other));
      return (scope) => {
        const value = isAny(scope);
        return value === null ? null : value !== true;
      };
    }
    const right = this.#sum();
    return (scope) => {
      const [one, other] = [left(scope) as SqlCell, right(scope) as SqlCell];
      return one === null || other === null ? null : compare(one, other);
    };
  }

  /** The inside of ANY ($1::bigint[]); undefined where something else is in it. */
  #arrayParameter(): ((scope: Scope) => readonly SqlCell[]) | undefined {
    const parameter = this.#tokens[this.#at + 1];
    if (parameter?.kind !== 'parameter') return undefined;
    this.#expect('(');
    this.#at += 1;
    for (const word of ['::', 'bigint', '[', ']', ')']) this.#expect(word);
    return ({ parameters = [] }) =>
      (parameters[Number(parameter.value) - 1] ?? []) as readonly SqlCell[];
  }

  /** The inside of ANY (…) and ALL (…), an array. */
  #bracketed(): Expression[] {
    this.#expect('(');
    // pg_get_constraintdef writes another pair around ARRAY[…].
    const isNested = this.#takes('(');
    this.#expect('array');
    const items = this.#list('[', ']');
    if (isNested) this.#expect(')');
    this.#expect(')');
    return items;
  }

  #is(left: Expression): Expression {
    const isNot = this.#takes('not');
    if (this.#takes('distinct')) {
      this.#expect('from');
      const right = this.#sum();
      return (scope) => (left(scope) === right(scope)) === isNot;
    }
    const word = this.#next().value;
    const wanted = { null: null, true: true, false: false }[String(word)];
    if (wanted === undefined) throw this.#unexpected();
    return (scope) => (left(scope) === wanted) !== isNot;
  }

  #sum(): Expression {
    let left = this.#product();
    for (;;) {
      if (this.#takes('+')) left = arithmetic(left, this.#product(), (one, other) => one + other);
      else if (this.#takes('-'))
        left = arithmetic(left, this.#product(), (one, other) => one - other);
      else return left;
    }
  }

  #product(): Expression {
    let left = this.#unary();
    for (;;) {
      if (this.#takes('*')) left = arithmetic(left, this.#unary(), (one, other) => one * other);
      else if (this.#takes('/'))
        left = arithmetic(left, this.#unary(), (one, other) => one / other);
      else return left;
    }
  }

  #unary(): Expression {
    if (!this.#takes('-')) return this.#cast();
    const inner = this.#unary();
    return arithmetic(
      () => 0n,
      inner,
      (one, other) => one - other,
    );
  }

  /** Whole numbers stay what they are, and so do texts: a cast changes nothing here. */
  #cast(): Expression {
    const inner = this.#primary();
    while (this.#takes('::')) this.#next();
    return inner;
  }

  #primary(): Expression {
    const token = this.#next();
    const { kind, value } = token;
    if (kind === 'number' || kind === 'text') return () => value;
    if (kind === 'parameter') {
      const at = Number(value) - 1;
      return ({ parameters }) => parameters?.[at] ?? null;
    }
    if (kind === 'sign' && value === '(') {
      const inner = this.#or();
      this.#expect(')');
      return inner;
    }
    if (kind !== 'word') throw this.#unexpected();
    if (value === 'case') return this.#case();
    if (value === 'true' || value === 'false') return () => value === 'true';
    if (value === 'null') return () => null;
    if (this.#peek()?.value === '(') return this.#call(value);
    return columnOf(value);
  }

  #call(name: string): Expression {
    const call = FUNCTIONS[name];
    if (call === undefined) throw new SyntaxError(`unknown function ${name}`);
    const values = this.#list('(', ')');
    return (scope) => call(values.map((each) => each(scope) as SqlCell));
  }

  #case(): Expression {
    const operand = this.#peek()?.value === 'when' ? undefined : this.#or();
    const branches: { readonly when: Expression; readonly value: Expression }[] = [];
    while (this.#takes('when')) {
      const when = this.#or();
      this.#expect('then');
      branches.push({ when, value: this.#or() });
    }
    const otherwise = this.#takes('else') ? this.#or() : () => null;
    this.#expect('end');
    return (scope) => {
      const subject = operand === undefined ? true : operand(scope);
      const branch = branches.find(({ when }) => subject !== null && when(scope) === subject);
      return (branch?.value ?? otherwise)(scope);
    };
  }

  #list(open: string, close: string): Expression[] {
    this.#expect(open);
    const items: Expression[] = [];
    while (!this.#takes(close)) {
      items.push(this.#or());
      this.#takes(',');
    }
    return items;
  }

  #peek(): Token | undefined {
    return this.#tokens[this.#at];
  }

  #next(): Token {
    const token = this.#peek();
    if (token === undefined) throw new SyntaxError('the SQL ends too soon');
    this.#at += 1;
    return token;
  }

  #takes(value: string): boolean {
    const token = this.#peek();
    if (token?.value !== value || token.kind === 'text') return false;
    this.#at += 1;
    return true;
  }

  #expect(value: string): void {
    if (!this.#takes(value)) throw this.#unexpected();
  }

  #unexpected(): SyntaxError {
    const around = this.#tokens.slice(Math.max(0, this.#at - 3), this.#at + 3);
    return new SyntaxError(`unknown SQL near ${around.map(({ value }) => value).join(' ')}`);
  }
}

const equal = (left: SqlCell, right: SqlCell): boolean => left === right;

function anyOf(
  left: Expression,
  items: readonly Expression[],
  compare: (left: SqlCell, right: SqlCell) => boolean,
): Expression {
  return (scope) => {
    const value = left(scope) as SqlCell;
    if (value === null) return null;
    return items.some((item) => compare(value, item(scope) as SqlCell));
  };
}

function arithmetic(
  left: Expression,
  right: Expression,
  combine: (left: bigint, right: bigint) => bigint,
): Expression {
  return (scope) => {
    const [one, other] = [left(scope), right(scope)];
    return one === null || other === null ? null : combine(numberOf(one), numberOf(other));
  };
}

function columnOf(name: string): Expression {
  const point = name.indexOf('.');
  const column = name.slice(point + 1);
  if (name.startsWith('old.')) return ({ old }) => cellOf(old, column);
  return ({ row }) => cellOf(row, column);
}

function cellOf(row: Row | undefined, column: string): SqlCell {
  const cell = row?.[column];
  if (cell === undefined) throw new SyntaxError(`no column ${column}`);
  return cell;
}
