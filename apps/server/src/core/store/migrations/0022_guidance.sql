-- Topics of help articles, which articles this software wrote, legal texts and offices.

ALTER TABLE news ADD COLUMN topic text
  CHECK (topic IN ('start', 'money', 'trading', 'contracts', 'earn', 'account'));

-- Articles that came with the software, by name. A row stays when its article is deleted, so that no start brings it
-- back; an article whose texts no longer have this digest was edited and is never written over.
CREATE TABLE seeded_articles (
  article_key text PRIMARY KEY,
  news_id bigint,
  texts_hash text NOT NULL
);
CREATE UNIQUE INDEX seeded_articles_news ON seeded_articles (news_id);

-- An operator's legal texts. What users agreed to at a time must be found again: versions are only added.
CREATE TABLE legal_versions (
  slug text NOT NULL CHECK (slug IN ('terms', 'privacy', 'risk', 'custody', 'referral')),
  version integer NOT NULL CHECK (version > 0),
  operator_id bigint NOT NULL,
  saved_at_ms bigint NOT NULL,
  PRIMARY KEY (slug, version)
);
CREATE TABLE legal_texts (
  slug text NOT NULL,
  version integer NOT NULL,
  lang text NOT NULL,
  title text NOT NULL,
  body text NOT NULL,
  PRIMARY KEY (slug, version, lang),
  FOREIGN KEY (slug, version) REFERENCES legal_versions
);
CREATE TRIGGER kept BEFORE UPDATE OR DELETE ON legal_versions
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER kept_all BEFORE TRUNCATE ON legal_versions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER kept BEFORE UPDATE OR DELETE ON legal_texts
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER kept_all BEFORE TRUNCATE ON legal_texts
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE offices (
  office_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL,
  country text NOT NULL CHECK (country ~ '^[A-Z]{2}$'),
  address text NOT NULL,
  phone text,
  email text,
  hours text,
  latitude text,
  longitude text
);
