/** Tables that refer to each other in every way, for the tests of embedding. */
export const testEmbedSchema = `
create table public.clients (id int primary key, name text not null);
create table public.projects (id int primary key, name text not null, budget numeric, client_id int references public.clients);
create table public.jobs (id int primary key, title text not null, hours int not null, facts jsonb not null default '{}',
  project_id int not null references public.projects);
create table public.project_details (id int primary key references public.projects, note text);
create table public.people (id int primary key, name text not null);
create table public.job_people (job_id int references public.jobs, person_id int references public.people,
  primary key (job_id, person_id));
create table public.letters (id int primary key, sender int references public.people, receiver int references public.people);
create table public.folders (id int primary key, name text, parent int references public.folders);
create table public.secrets (id int primary key, user_id uuid not null, word text not null, project_id int references public.projects);
create table public.hidden (id int primary key, project_id int references public.projects, other_id int references public.projects);

insert into public.clients values (1, 'Acme'), (2, 'Bolt'), (3, 'Nobody');
insert into public.projects values (1, 'Anvil', 100, 1), (2, 'Rocket', 250.5, 1), (3, 'Lamp', 40, 2), (4, 'Orphan', null, null);
insert into public.jobs values (1, 'forge', 3, '{"a":[1,2]}', 1), (2, 'cool', 1, '{}', 1), (3, 'fuel', 5, '{}', 2), (4, 'wire', 2, '{}', 3);
insert into public.project_details values (1, 'heavy'), (2, 'fast');
insert into public.people values (1, 'Ada'), (2, 'Bob'), (3, 'Cy');
insert into public.job_people values (1, 1), (1, 2), (2, 2), (3, 1);
insert into public.letters values (1, 1, 2), (2, 2, 1);
insert into public.folders values (1, 'root', null), (2, 'left', 1), (3, 'right', 1), (4, 'leaf', 2);

create view public.dear_projects with (security_invoker = true) as
  select id as number, name, client_id as payer_id, (select name from public.clients where id = client_id) as payer_name
  from public.projects where budget > 50;
create view public.dearest with (security_invoker = true) as select number, payer_id as paid_by from public.dear_projects where number > 1;

create function public.full_label(public.projects) returns text language sql stable return $1.name || ' #' || $1.id;
create function public.long_jobs(public.projects) returns setof public.jobs language sql stable
  begin atomic select * from public.jobs where project_id = $1.id and hours > 2; end;
create function public.payer(public.projects) returns setof public.clients rows 1 language sql stable
  begin atomic select * from public.clients where id = $1.client_id; end;
create function public.some_projects(lowest int default 0) returns setof public.projects language sql stable
  begin atomic select * from public.projects where id >= lowest order by id; end;
create function public.first_project() returns public.projects language sql stable
  begin atomic select * from public.projects order by id limit 1; end;

alter table public.secrets enable row level security;
create policy "everyone sees their own" on public.secrets for all to authenticated
  using (user_id = (select (current_setting('request.jwt.claims', true)::jsonb ->> 'sub')::uuid))
  with check (true);
grant select on all tables in schema public to anon;
revoke all on public.secrets, public.hidden from anon;
grant select, insert, update, delete on all tables in schema public to authenticated, service_role;
revoke all on public.hidden from authenticated;
grant execute on all functions in schema public to anon, authenticated, service_role;
`;
