-- For the list by source or rating, and for counting both without reading the rows.
create index feedback_by_source on feedback (organization_id, source, created_at desc, id desc);
create index feedback_by_rating on feedback (organization_id, rating, created_at desc, id desc);
create index feedback_counts on feedback (organization_id, source, rating);
create index feedback_session on feedback (organization_id, session_id) where session_id is not null;
