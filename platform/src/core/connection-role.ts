/**
 * The roles the platform connects as. None is a superuser.
 * - `authenticator` owns nothing and may become `anon`, `authenticated` or `service_role`: every data request.
 * - `supabase_auth_admin` owns schema `auth`: the auth service alone.
 * - `supabase_realtime_admin` reads the change outbox: the realtime service alone.
 * - `postgres` owns the product's tables (not a superuser, as on a hosted project): migrations and the owner's local commands.
 */
export type ConnectionRole = 'authenticator' | 'supabase_auth_admin' | 'supabase_realtime_admin' | 'postgres' | 'supabase_admin';
