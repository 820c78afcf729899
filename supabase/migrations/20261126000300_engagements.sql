-- Engagements: whom the owner tests for, what may be tested, and when. Sealed as notes are: the database sees how many there are, when
-- each was written, and its length in steps of 64 bytes.

create table public.engagements (
  sealed text not null
);
select private.make_sealed_table('public.engagements');

-- The engagement that a run belongs to, by the random id of its row; null for none. It names no client. No foreign key: a run may begin
-- before the row of a new engagement was sent, and a row that is deleted may be brought back for 30 days.
alter table private.tool_jobs add column engagement_id uuid;
create index tool_jobs_of_engagement on private.tool_jobs (engagement_id, asked_at desc) where engagement_id is not null;

-- It takes the engagement besides.
drop function private.ask_tool_job(text, text, jsonb, boolean, boolean);
