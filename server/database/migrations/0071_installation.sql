-- What all processes of an installation have in common: fingerprints of the secret keys in use, and the mark of the
-- storage that its files are in. For the owner of the schema only.
create table installation_marks (
  kind text not null check (kind in ('secret key', 'storage')),
  mark text not null,
  primary key (kind, mark)
);
