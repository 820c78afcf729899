-- They take other arguments and answer otherwise from now on: supabase/database-functions/records.
drop function public.write_records(jsonb);
drop function private.write_alike(regclass, uuid, jsonb, text, text);
