-- Numbers that the sequence gives are main accounts': those above are of sub-accounts (0159), which name their own.
ALTER TABLE users ALTER COLUMN user_id SET MAXVALUE 268435455;
