-- How people sign in elsewhere: an account at a provider, whose subject never changes, as an e-mail address may.
-- Part of the directory, like users and sessions: reached by its key or its user only.
create table identities (
  issuer text not null,
  subject text not null,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null default now(),
  primary key (issuer, subject)
);
create index identities_user on identities (user_id);
