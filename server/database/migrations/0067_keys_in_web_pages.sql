-- A key that stands in a web page is in the hands of every visitor: it asks what customers may know. A key
-- that may ask nothing is none.
alter table api_keys no force row level security;
alter table api_key_origins no force row level security;
update api_keys k set may_ask_internal = false
  where may_ask_internal and exists (
    select from api_key_origins o where o.organization_id = k.organization_id and o.api_key_id = k.id
  );
update api_keys set revoked_at = now()
  where revoked_at is null and not may_ask_internal and not may_ask_external;
alter table api_keys force row level security;
alter table api_key_origins force row level security;
