-- What the head that follows seals as its chain: the digest of a frame over the chain and the digest of each head that it is made from.
create or replace function private.next_chain(variadic parents text[]) returns text
language sql immutable set search_path = ''
as $$ select private.framed_digest(variadic array['castellan.chain.2', 'next'] || parents) $$;

revoke all on function private.next_chain(text[]) from public, anon, authenticated, service_role;
