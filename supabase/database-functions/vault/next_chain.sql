-- What the head that follows seals as its chain: the digest of a frame over the chain and the digest of each head that it is made
-- from. Each part of a frame is its length, in four bytes, and its bytes.
create or replace function private.next_chain(variadic parents text[]) returns text
language sql immutable set search_path = ''
as $$
  select private.base64url(sha256(string_agg(
    int4send(octet_length(framed.part)) || convert_to(framed.part, 'UTF8'), ''::bytea order by framed.place)))
  from unnest(array['castellan.chain.2', 'next'] || parents) with ordinality as framed (part, place)
$$;

revoke all on function private.next_chain(text[]) from public, anon, authenticated, service_role;
