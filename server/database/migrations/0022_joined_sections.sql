-- Short sections that stand in one chunk with the first: where each begins in `text`, and its heading path. Chunks that
-- were indexed before have none, so their sections count as parts of the first one.
alter table chunks add column sections jsonb not null default '[]';
