-- Announcements, banners and help articles with their translations.

CREATE TABLE news (
  news_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  category text NOT NULL CHECK (category IN ('notice', 'banner', 'help')),
  cover text,
  published_at_ms bigint NOT NULL
);
CREATE INDEX news_category ON news (category, published_at_ms, news_id);

CREATE TABLE news_translations (
  news_id bigint NOT NULL REFERENCES news ON DELETE CASCADE,
  lang text NOT NULL,
  title text NOT NULL,
  summary text NOT NULL,
  body text NOT NULL,
  PRIMARY KEY (news_id, lang)
);
