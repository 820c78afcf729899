-- A statement of somebody without a session reads a public list: whatever takes longer is not that.
alter role anon set statement_timeout = '1500ms';
