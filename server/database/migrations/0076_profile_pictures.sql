-- A person's picture, small enough to stand with the rest. Persons belong to no organization of their own: who may see
-- it follows from the organizations that two people share.
create table profile_pictures (
  user_id uuid primary key references users on delete cascade,
  media_type text not null check (media_type in ('image/jpeg', 'image/png')),
  bytes bytea not null,
  sha256 bytea not null,
  updated_at timestamptz not null default now()
);
