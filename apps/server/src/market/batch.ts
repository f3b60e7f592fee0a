/** The part of a batch that currencies, markets and index samples have, and of a start what is known of them. */

import { copy } from '../core/store/batch/statement-builders.ts';
import { upserts } from '../core/store/batch/table-writer.ts';
import type { BatchPart } from '../core/store/batch/writer.ts';
import { sampleKey } from '../core/store/batch/writer.ts';
import { rowsOf, type TablesPart } from '../core/store/exchange-tables.ts';
import { CURRENCIES, GRIDS, MARKETS, readCurrencies, readMarkets } from './terms-queries.ts';

const COPY_INDEX_SAMPLES = copy('index_samples', [
  'market_id',
  'sample_time_ms',
  'price_e8',
  'sources',
]);

/** A sample's sources are beside it in the batch. */
const samples: BatchPart = (encoder, { changes: { index }, sampleSources }) => {
  if (index.length === 0) return;
  encoder.copy(COPY_INDEX_SAMPLES, index, (row) => {
    encoder.int4(row.marketId);
    encoder.int8(row.sampleTimeMs);
    encoder.numeric(row.price);
    encoder.text(sampleSources.get(sampleKey(row.marketId, row.sampleTimeMs)));
  });
};

export const marketTables = {
  writes: {
    terms: [
      rowsOf('currencies', upserts(CURRENCIES)),
      rowsOf('markets', upserts(MARKETS)),
      rowsOf('grids', upserts(GRIDS)),
    ],
    told: [samples],
  },
  reads: { currencies: readCurrencies, markets: readMarkets },
} satisfies TablesPart;
