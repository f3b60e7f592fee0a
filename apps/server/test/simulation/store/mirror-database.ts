/** A real database with the memory store beside it: each batch goes to both, and both must give the same answer to everything. */
import type { EncodedBatch } from '../../../src/core/store/batch/encoder.ts';
import type {
  Database,
  OpenWriterOptions,
  Queryable,
  SqlValue,
  TransactionOptions,
  WriterConnection,
} from '../../../src/core/store/database.ts';
import { answerQuery } from './memory-queries.ts';
import type { MemoryTables } from './memory-tables.ts';

type Compare = (sql: string, real: unknown, memory: unknown) => void;

export class MirrorDatabase implements Database {
  readonly #real: Database;
  readonly #memory: MemoryTables;
  readonly #compare: Compare;

  constructor(real: Database, memory: MemoryTables, compare: Compare) {
    this.#real = real;
    this.#memory = memory;
    this.#compare = compare;
  }

  get kind(): Database['kind'] {
    return this.#real.kind;
  }

  get durability(): string {
    return this.#real.durability;
  }

  query<Row>(sql: string, parameters: readonly SqlValue[] = []): Promise<Row[]> {
    return this.#mirrored(this.#real).query(sql, parameters);
  }

  transaction<Answer>(
    run: (transaction: Queryable) => Promise<Answer>,
    options?: TransactionOptions,
  ): Promise<Answer> {
    return this.#real.transaction((transaction) => run(this.#mirrored(transaction)), options);
  }

  async openWriter(options?: OpenWriterOptions): Promise<WriterConnection> {
    const writer = await this.#real.openWriter(options);
    return {
      lost: writer.lost,
      close: () => writer.close(),
      query: (sql, parameters) => this.#mirrored(writer).query(sql, parameters),
      write: (batch) => this.#write(writer, batch),
    };
  }

  close(): Promise<void> {
    return this.#real.close();
  }

  /** Refused by one is refused by the other, as the same. */
  async #write(writer: WriterConnection, batch: EncodedBatch): Promise<void> {
    const refusal = await writer.write(batch).catch((error: Error) => error);
    let other: unknown;
    try {
      this.#memory.apply(batch);
    } catch (error) {
      other = error;
    }
    const nameOf = (error: unknown): string | undefined =>
      error instanceof Error ? error.name : undefined;
    this.#compare('a batch', nameOf(refusal), nameOf(other));
    if (refusal instanceof Error) throw refusal;
  }

  #mirrored(real: Queryable): Queryable {
    return {
      query: async <Row>(sql: string, parameters: readonly SqlValue[] = []) => {
        const rows = await real.query<Row>(sql, parameters);
        this.#compare(sql, rows, answerQuery(this.#memory, sql, parameters));
        return rows;
      },
    };
  }
}
