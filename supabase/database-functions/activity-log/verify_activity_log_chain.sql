-- Checks up to `row_limit` rows (at most 20000, which stays within a request's time) from `from_sequence` on and answers
-- one row: `ok` with `last_sequence` and `last_hash` of the last good row (call again from the next one until
-- `complete`), or `broken_sequence` of the first broken row and `problem`, one of
--   row_missing      there is no row with this sequence, but there are later ones
--   link_broken      its previous_hash is not the hash of the row before
--   content_changed  its hash is not the hash of its content
--   tail_missing     the newest rows, from this one on, are gone
--   head_mismatch    rows were added or replaced past the recorded head of the chain
-- Whoever can rewrite the whole chain and its head is found out only by a checkpoint kept elsewhere.
create or replace function public.verify_activity_log_chain(from_sequence bigint default 1, row_limit integer default 5000)
returns table (
  ok boolean, complete boolean, checked_rows bigint, last_sequence bigint, last_hash text, broken_sequence bigint, problem text
)
language plpgsql stable security definer set search_path = ''
as $$
declare
  most constant integer := least(greatest(coalesce(row_limit, 5000), 1), 20000);
  head private.activity_log_head;
  entry public.activity_logs;
  last bytea;
begin
  if not private.owner_session() then
    raise exception 'permission denied for function verify_activity_log_chain' using errcode = 'insufficient_privilege';
  end if;
  select * into strict head from private.activity_log_head;
  ok := true;
  complete := false;
  checked_rows := 0;
  last_sequence := greatest(coalesce(from_sequence, 1), 1) - 1;
  if last_sequence = 0 then
    last := decode(repeat('00', 32), 'hex');
  else
    -- Null where that row was pruned: then the first row's link is taken as it is.
    select log.hash into last from public.activity_logs log where log.sequence = last_sequence;
  end if;
  for entry in
    select * from public.activity_logs log where log.sequence > last_sequence order by log.sequence limit most
  loop
    problem := case
      when entry.sequence <> last_sequence + 1 then 'row_missing'
      when entry.previous_hash <> last then 'link_broken'
      when entry.hash <> sha256(private.activity_log_bytes(entry)) then 'content_changed'
    end;
    exit when problem is not null;
    checked_rows := checked_rows + 1;
    last_sequence := entry.sequence;
    last := entry.hash;
  end loop;
  if problem is null and checked_rows < most then
    complete := true;
    problem := case
      when last_sequence < head.sequence then 'tail_missing'
      when last_sequence > head.sequence or last is distinct from head.hash then 'head_mismatch'
    end;
  end if;
  if problem is not null then
    ok := false;
    complete := false;
    broken_sequence := case problem when 'head_mismatch' then least(last_sequence, head.sequence + 1) else last_sequence + 1 end;
  end if;
  last_hash := encode(last, 'hex');
  return next;
end $$;

revoke all on function public.verify_activity_log_chain(bigint, integer) from public, anon, authenticated, service_role;
grant execute on function public.verify_activity_log_chain(bigint, integer) to authenticated;
