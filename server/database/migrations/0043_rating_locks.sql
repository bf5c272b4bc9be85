-- As before, but the rows of a correction are locked in one order: of two opposite corrections of a day
-- each waited for the other.
create or replace function count_rating() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    perform from rating_tallies t
      where t.organization_id = new.organization_id
        and (t.day, t.rating) in (
          ((old.created_at at time zone 'UTC')::date, old.rating),
          ((new.created_at at time zone 'UTC')::date, new.rating)
        )
      order by t.day, t.rating for update;
  end if;
  if tg_op <> 'INSERT' then
    update rating_tallies t set count = t.count - 1
      where t.organization_id = old.organization_id and t.day = (old.created_at at time zone 'UTC')::date
        and t.rating = old.rating;
  end if;
  if tg_op <> 'DELETE' then
    insert into rating_tallies (organization_id, day, rating, count)
      values (new.organization_id, (new.created_at at time zone 'UTC')::date, new.rating, 1)
      on conflict (organization_id, day, rating) do update set count = rating_tallies.count + 1;
  end if;
  return null;
end $$;
