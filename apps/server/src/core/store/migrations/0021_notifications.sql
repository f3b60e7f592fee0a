-- What reaches a user unasked: settings, devices that take push messages, price alerts, favourites.

-- Only what differs from the defaults was ever written; a kind without a row is as the contract says.
CREATE TABLE notification_settings (
  user_id bigint NOT NULL REFERENCES users,
  kind text NOT NULL,
  inbox boolean NOT NULL,
  push boolean NOT NULL,
  PRIMARY KEY (user_id, kind)
);

-- Ends with the session that asked for it: whoever is logged out hears nothing more.
CREATE TABLE push_subscriptions (
  subscription_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users,
  session_id bigint NOT NULL REFERENCES sessions (session_id) ON DELETE CASCADE,
  -- A browser has one; whoever is logged in there last has it.
  endpoint text NOT NULL UNIQUE CHECK (length(endpoint) <= 1000),
  -- The browser's public key and secret (RFC 8291).
  p256dh text NOT NULL,
  auth text NOT NULL,
  lang text NOT NULL,
  created_at_ms bigint NOT NULL
);
CREATE INDEX push_subscriptions_user ON push_subscriptions (user_id, subscription_id);
CREATE INDEX push_subscriptions_session ON push_subscriptions (session_id);

-- The server's key for push services (RFC 8292), where none is configured. One row.
CREATE TABLE push_keys (
  push_key_id integer PRIMARY KEY CHECK (push_key_id = 1),
  public_key text NOT NULL,
  -- Of the private key, by the deployment's secret.
  sealed bytea NOT NULL,
  key_id text NOT NULL,
  created_at_ms bigint NOT NULL
);

CREATE TABLE price_alerts (
  alert_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users,
  market_id integer NOT NULL REFERENCES markets,
  direction text NOT NULL CHECK (direction IN ('above', 'below')),
  price_e8 bigint NOT NULL CHECK (price_e8 > 0),
  created_at_ms bigint NOT NULL,
  fired_at_ms bigint,
  -- The index that fired it.
  fired_price_e8 bigint CHECK (fired_price_e8 > 0),
  CHECK ((fired_at_ms IS NULL) = (fired_price_e8 IS NULL)),
  CHECK (CASE direction WHEN 'above' THEN fired_price_e8 >= price_e8
    ELSE fired_price_e8 <= price_e8 END)
);
CREATE INDEX price_alerts_user ON price_alerts (user_id, alert_id);
-- What a start reads.
CREATE INDEX price_alerts_waiting ON price_alerts (alert_id) WHERE fired_at_ms IS NULL;
CREATE INDEX price_alerts_fired ON price_alerts (fired_at_ms) WHERE fired_at_ms IS NOT NULL;

CREATE TABLE favourites (
  favourite_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users,
  market_id integer NOT NULL REFERENCES markets,
  UNIQUE (user_id, market_id)
);

-- Announcements that were pushed, and how far: the last subscription that was told.
CREATE TABLE pushed_news (
  news_id bigint PRIMARY KEY REFERENCES news ON DELETE CASCADE,
  last_subscription_id bigint NOT NULL DEFAULT 0,
  finished_at_ms bigint
);
-- What was published before there were push messages is no news.
INSERT INTO pushed_news (news_id, finished_at_ms)
  SELECT news_id, published_at_ms FROM news
  WHERE published_at_ms <= (extract(epoch FROM now()) * 1000)::bigint;
