-- From where a user has logged in, as the trusted proxy in front names it (COUNTRY_HEADER): beside a request that an
-- operator decides, a country that is new is pointed out. Without that setting nothing is written here.
CREATE TABLE known_countries (
  user_id bigint NOT NULL REFERENCES users,
  -- ISO 3166 alpha-2.
  country text NOT NULL CHECK (country ~ '^[A-Z]{2}$'),
  first_seen_at_ms bigint NOT NULL,
  last_seen_at_ms bigint NOT NULL,
  PRIMARY KEY (user_id, country)
);
