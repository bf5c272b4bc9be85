-- How many files an organization keeps and how large they are together, without reading the rows.
create index document_versions_quota on document_versions (organization_id) include (file_size);
