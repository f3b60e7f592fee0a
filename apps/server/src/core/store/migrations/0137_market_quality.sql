-- How good each market was on each day (UTC): sums that only grow, of which the published figures are made.

CREATE TABLE market_days (
  market_id integer NOT NULL,
  day_ms bigint NOT NULL CHECK (day_ms % 86400000 = 0),
  -- Samples of the book, and those with both sides.
  samples bigint NOT NULL,
  two_sided bigint NOT NULL,
  -- Of the quoted spread over the middle, in millionths, summed over the samples with both sides; and of depth.
  spread_ppm numeric(38, 0) NOT NULL,
  depth_10_minor numeric(38, 0) NOT NULL,
  depth_50_minor numeric(38, 0) NOT NULL,
  depth_100_minor numeric(38, 0) NOT NULL,
  -- Orders that came, those of them that their owners took back without a fill within 15 minutes, and lots.
  orders bigint NOT NULL,
  taken_back bigint NOT NULL,
  ordered_lots numeric(38, 0) NOT NULL,
  filled_lots numeric(38, 0) NOT NULL,
  trades bigint NOT NULL,
  notional_minor numeric(38, 0) NOT NULL,
  -- Where the house's own accounts were the maker, and where they were on both sides.
  house_maker_minor numeric(38, 0) NOT NULL,
  house_both_minor numeric(38, 0) NOT NULL,
  -- Of trades whose middle before and a minute later is known: their notional, and spreads in millionths times it.
  measured_minor numeric(38, 0) NOT NULL,
  effective_ppm_minor numeric(48, 0) NOT NULL,
  realised_ppm_minor numeric(48, 0) NOT NULL,
  PRIMARY KEY (market_id, day_ms)
);
