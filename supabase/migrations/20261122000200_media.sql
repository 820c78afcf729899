-- Films, shows and books: what the owner means to watch and read, and the diary of it.
--
-- An item is one film, show or book; an entry is one day of it in the diary. What is in progress, how often something was read and
-- the figures of a year follow from the entries and are kept nowhere.

create table public.media_items (
  kind text not null constraint "An item is a film, a show or a book" check (kind in ('film', 'show', 'book')),
  title text not null constraint "A title has 1 to 500 characters on one line"
    check (title ~ '\S' and char_length(title) <= 500 and title !~ '[\u0001-\u001F\u007F-\u009F\u2028-\u202E\u2066-\u2069]'),
  -- Directors, or authors, the first one first.
  creators text[] not null default '{}'
    constraint "An item has at most 30 directors or authors" check (cardinality(creators) <= 30 and array_position(creators, null) is null)
    constraint "Names together have at most 2000 characters and no control ones"
      check (char_length(array_to_string(creators, '')) <= 2000 and array_to_string(creators, '') !~ '[\u0001-\u001F\u007F-\u009F\u2028-\u202E\u2066-\u2069]'),
  -- Of the first release; before our era it is negative.
  year smallint constraint "A year lies between -4000 and 2200" check (year between -4000 and 2200),
  status text not null default 'planned' constraint "A status is planned, active, paused, done or dropped"
    check (status in ('planned', 'active', 'paused', 'done', 'dropped')),
  -- Half stars: 1 is half a star, 10 are five.
  rating smallint constraint "A rating is 1 to 10 half stars" check (rating between 1 and 10),
  favourite boolean not null default false,
  review text not null default '' constraint "A review has at most 20000 characters" check (char_length(review) <= 20000),
  tags text[] not null default '{}'
    constraint "An item has at most 50 tags" check (cardinality(tags) <= 50 and array_position(tags, null) is null)
    constraint "Tags together have at most 2000 characters and no control ones"
      check (char_length(array_to_string(tags, '')) <= 2000 and array_to_string(tags, '') !~ '[\u0001-\u001F\u007F-\u009F\u2028-\u202E\u2066-\u2069]'),
  -- ISO 2108, annex A: digits weigh 1 and 3 in turn, and their sum ends in 0.
  isbn text constraint "An ISBN has 13 digits, and its check digit is right"
    check (isbn is null or case when isbn ~ '^97[89][0-9]{10}$' then (
        substr(isbn, 1, 1)::integer + 3 * substr(isbn, 2, 1)::integer + substr(isbn, 3, 1)::integer + 3 * substr(isbn, 4, 1)::integer +
        substr(isbn, 5, 1)::integer + 3 * substr(isbn, 6, 1)::integer + substr(isbn, 7, 1)::integer + 3 * substr(isbn, 8, 1)::integer +
        substr(isbn, 9, 1)::integer + 3 * substr(isbn, 10, 1)::integer + substr(isbn, 11, 1)::integer + 3 * substr(isbn, 12, 1)::integer +
        substr(isbn, 13, 1)::integer) % 10 = 0 else false end),
  pages integer constraint "A book has 1 to 100000 pages" check (pages between 1 and 100000),
  runtime_min integer constraint "A film or an episode takes 1 to 6000 minutes" check (runtime_min between 1 and 6000),
  -- How many episodes each season has, from the first season on.
  seasons smallint[] not null default '{}' constraint "A show has at most 100 seasons of 1 to 3000 episodes"
    check (cardinality(seasons) <= 100 and array_position(seasons, null) is null and 1 <= all (seasons) and 3000 >= all (seasons)),
  -- The day it is meant for.
  planned_on date constraint "A planned day lies between 1970 and 2200" check (planned_on between '1970-01-01' and '2200-12-31'),
  -- What other services call it: `imdb:tt0468569`, `letterboxd:2aNK`.
  refs text[] not null default '{}'
    constraint "An item has at most 20 names elsewhere" check (cardinality(refs) <= 20 and array_position(refs, null) is null)
    constraint "A name elsewhere is a service and its id"
      check (array_to_string(refs, ' ') ~ '^([a-z]{2,20}:[A-Za-z0-9._-]{1,80}( |$))*$'),
  position double precision not null default 0 constraint "A position is a number" check (abs(position) < 1e15)
);
select private.make_owner_table('public.media_items');

create table public.media_entries (
  media_id uuid,
  kind text not null constraint "An entry is started, progress or finished" check (kind in ('started', 'progress', 'finished')),
  -- A day in the owner's life, not a moment; nothing where nobody knows the day.
  on_day date constraint "A day of the diary lies between 1870 and 2200" check (on_day between '1870-01-01' and '2200-12-31'),
  season smallint constraint "A season is 0 to 100" check (season between 0 and 100),
  episode smallint constraint "An episode is 1 to 3000, of a season" check (episode is null or (episode between 1 and 3000 and season is not null)),
  page integer constraint "A page is 0 to 100000" check (page between 0 and 100000),
  percent smallint constraint "A part is 0 to 100 percent" check (percent between 0 and 100),
  rating smallint constraint "A rating in the diary is 1 to 10 half stars" check (rating between 1 and 10),
  again boolean not null default false,
  note text not null default '' constraint "A note has at most 20000 characters" check (char_length(note) <= 20000)
);
select private.make_owner_table('public.media_entries');
alter table public.media_entries
  add constraint "What the entry is about is there" foreign key (media_id) references public.media_items (id) on delete cascade;
create index media_entries_by_item on public.media_entries (media_id) where media_id is not null;
