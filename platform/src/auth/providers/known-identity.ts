import { z } from 'zod';
import type { Claims } from './openid.ts';
import type { OpenIdProvider } from './provider-settings.ts';

/** Whom a service or a wallet named. It is written into a row, sealed, while a client trades its code. */
export const knownIdentitySchema = z.object({
  provider: z.string(),
  issuer: z.string(),
  subject: z.string(),
  /** Only an address that the service says it verified. */
  verifiedEmail: z.string().optional(),
  /** What is kept of it for the account's holder to read. */
  data: z.record(z.string(), z.unknown()),
  method: z.enum(['oauth', 'web3', 'otp']),
});

export type KnownIdentity = z.output<typeof knownIdentitySchema>;

const line = z.string().trim().min(1).max(200);
const emailSchema = z.email().max(255).toLowerCase();

/** The identity in a provider's claims. Of what else they hold only these lines are kept; an address counts where it is verified. */
export function identityOf({ name: provider, issuer }: OpenIdProvider, claims: Claims): KnownIdentity {
  const email = emailSchema.safeParse(claims['email']).data;
  const isVerified = email !== undefined && claims['email_verified'] === true;
  const name = line.safeParse(claims['name']).data;
  const data = {
    iss: issuer,
    sub: claims.sub,
    provider_id: claims.sub,
    email_verified: isVerified,
    phone_verified: false,
    ...(email === undefined ? {} : { email }),
    ...(name === undefined ? {} : { name, full_name: name }),
    ...linesOf(claims, ['preferred_username', 'given_name', 'family_name']),
  };
  return { provider, issuer, subject: claims.sub, ...(isVerified ? { verifiedEmail: email } : {}), data, method: 'oauth' };
}

function linesOf(claims: Claims, names: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = line.safeParse(claims[name]).data;
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
