/** A database that tells of each batch before it is written: in the same turn in which its changes were taken. */
import type { EncodedBatch } from '../../src/core/store/batch/encoder.ts';
import type { Database, WriterConnection } from '../../src/core/store/database.ts';

export function recordedDatabase(
  database: Database,
  onWrite: (batch: EncodedBatch) => void,
): Database {
  return {
    kind: database.kind,
    durability: database.durability,
    query: (sql, parameters) => database.query(sql, parameters),
    transaction: (run, options) => database.transaction(run, options),
    close: () => database.close(),
    holdReads: () => database.holdReads?.() ?? (() => undefined),
    openWriter: async (options) => {
      const writer = await database.openWriter(options);
      const recorded: WriterConnection = {
        lost: writer.lost,
        query: (sql, parameters) => writer.query(sql, parameters),
        close: () => writer.close(),
        write: (batch) => {
          onWrite(batch);
          return writer.write(batch);
        },
      };
      return recorded;
    },
  };
}
