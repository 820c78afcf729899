import { succeed } from '@castellan/foundation/result';
import { z } from 'zod';
import { usableKeys } from '../core/tokens.ts';
import { type Outcome, refuse } from './auth-failure.ts';
import { type AuthCall, type AuthTools, answer } from './auth-tools.ts';
import { isTooLong } from './password-rules.ts';
import { optionalText, readBody } from './request-body.ts';

/** Every way in that the hosted service may offer and this one does not. */
export const absentProviders: readonly string[] = [
  'anonymous_users',
  'apple',
  'azure',
  'bitbucket',
  'discord',
  'facebook',
  'figma',
  'fly',
  'github',
  'gitlab',
  'google',
  'kakao',
  'keycloak',
  'linkedin',
  'linkedin_oidc',
  'notion',
  'phone',
  'slack',
  'slack_oidc',
  'snapchat',
  'spotify',
  'twitch',
  'twitter',
  'workos',
  'zoom',
];

const signUpSchema = z.looseObject({ email: optionalText, phone: optionalText, password: optionalText });

/** `GET /health`: the service answers. */
export async function readHealth(): Promise<Outcome<Response>> {
  return succeed(answer({ version: '1', name: 'Castellan', description: 'Accounts and sessions of this installation' }));
}

/** `GET /settings`: which ways in there are. */
export async function readSettings(): Promise<Outcome<Response>> {
  return succeed(
    answer({
      external: { ...Object.fromEntries(absentProviders.map((name) => [name, false])), email: true },
      disable_signup: true,
      mailer_autoconfirm: true,
      phone_autoconfirm: false,
      sms_provider: '',
      saml_enabled: false,
      saml_private_key_next_configured: false,
      passkeys_enabled: false,
    }),
  );
}

/** `GET /.well-known/jwks.json`: the public halves of the signing keys, and nothing that is not known to be public. */
export async function readKeys({ context }: AuthTools): Promise<Outcome<Response>> {
  const keys = usableKeys(context.keys(), context.clock.nowMs()).map(({ keyId, publicJwk: { kty, crv, x, y } }) => ({
    kty,
    crv,
    x,
    y,
    kid: keyId,
    alg: 'ES256',
    use: 'sig',
    key_ops: ['verify'],
  }));
  return succeed(Response.json({ keys }, { headers: { 'cache-control': 'public, max-age=600' } }));
}

/** `POST /signup`: closed. The first-run setup makes the one owner. */
export async function refuseSignUp(_tools: AuthTools, call: AuthCall): Promise<Outcome<Response>> {
  const body = await readBody(call.request, signUpSchema);
  if (!body.ok) return body;
  const { email, phone, password } = body.value;
  if (email !== '' && phone !== '') {
    return refuse(400, 'validation_failed', 'Only an email address or phone number should be provided on signup.');
  }
  if (email === '' && phone === '') return refuse(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled');
  if (password === '') return refuse(400, 'validation_failed', 'Signup requires a valid password');
  if (isTooLong(password)) return refuse(400, 'validation_failed', 'Password cannot be longer than 72 characters');
  if (phone !== '') return refuse(422, 'phone_provider_disabled', 'Phone signups are disabled');
  if (!z.email().max(255).safeParse(email).success)
    return refuse(400, 'validation_failed', 'Unable to validate email address: invalid format');
  return refuse(422, 'signup_disabled', 'Signups not allowed for this instance');
}

/** `POST /sso`: there is no provider, whatever is asked. */
export async function refuseSingleSignOn(): Promise<Outcome<Response>> {
  return refuse(404, 'saml_provider_disabled', 'SAML 2.0 is disabled');
}
