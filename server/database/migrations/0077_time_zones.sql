-- Where the days of an organization begin and end.
alter table organizations add column time_zone text not null default 'UTC';

create function organization_day(organization uuid, moment timestamptz) returns date language sql stable as $$
  select (moment at time zone coalesce((select o.time_zone from organizations o where o.id = organization), 'UTC'))::date;
$$;

create or replace function count_rating() returns trigger language plpgsql as $$
declare
  old_day date;
  new_day date;
begin
  if tg_op <> 'INSERT' then
    old_day := organization_day(old.organization_id, old.created_at);
  end if;
  if tg_op <> 'DELETE' then
    new_day := organization_day(new.organization_id, new.created_at);
  end if;
  if tg_op = 'UPDATE' then
    perform from rating_tallies t
      where t.organization_id = new.organization_id
        and (t.day, t.rating) in ((old_day, old.rating), (new_day, new.rating))
      order by t.day, t.rating for update;
  end if;
  if tg_op <> 'INSERT' then
    update rating_tallies t set count = t.count - 1
      where t.organization_id = old.organization_id and t.day = old_day and t.rating = old.rating;
  end if;
  if tg_op <> 'DELETE' then
    insert into rating_tallies (organization_id, day, rating, count)
      values (new.organization_id, new_day, new.rating, 1)
      on conflict (organization_id, day, rating) do update set count = rating_tallies.count + 1;
  end if;
  return null;
end $$;
