import { succeed } from '@castellan/foundation/result';
import { usableKeys } from '../core/tokens.ts';
import { type Outcome, refuse } from './auth-failure.ts';
import { type AuthTools, answer } from './auth-tools.ts';
import { passkeyParty } from './sign-in-passkeys/require-passkeys.ts';
import { signUpSettings } from './sign-up/new-accounts.ts';

/** Every way in that the hosted service may offer and this one does not. */
export const absentProviders: readonly string[] = [
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

/** `GET /health`: the service answers. */
export async function readHealth(): Promise<Outcome<Response>> {
  return succeed(answer({ version: '1', name: 'Castellan', description: 'Accounts and sessions of this installation' }));
}

/** `GET /settings`: which ways in there are. */
export async function readSettings(tools: AuthTools): Promise<Outcome<Response>> {
  const { signUp, anonymous } = signUpSettings(tools);
  return succeed(
    answer({
      external: {
        ...Object.fromEntries(absentProviders.map((name) => [name, false])),
        ...Object.fromEntries((tools.otherWays?.names ?? []).map((name) => [name, true])),
        ...(tools.otherWays?.phones === undefined ? {} : { phone: true }),
        email: true,
        anonymous_users: anonymous,
      },
      disable_signup: signUp === 'off',
      mailer_autoconfirm: signUp !== 'confirmed',
      phone_autoconfirm: false,
      sms_provider: '',
      saml_enabled: false,
      saml_private_key_next_configured: false,
      passkeys_enabled: passkeyParty(tools) !== undefined,
    }),
  );
}

/** `GET /.well-known/jwks.json`: the public halves of the signing keys, and nothing that is not known to be public. */
export async function readKeys({ context }: AuthTools): Promise<Outcome<Response>> {
  const ring = context.keys();
  const own = (ring.ownKeys ?? []).flatMap(({ publicJwk }) => publicJwk ?? []);
  const ours = usableKeys(ring, context.clock.nowMs()).map(({ keyId, publicJwk: { kty, crv, x, y } }) => ({
    kty,
    crv,
    x,
    y,
    kid: keyId,
    alg: 'ES256',
    use: 'sig',
    key_ops: ['verify'],
  }));
  return succeed(Response.json({ keys: [...own, ...ours] }, { headers: { 'cache-control': 'public, max-age=600' } }));
}

/** `POST /sso`: there is no provider, whatever is asked. */
export async function refuseSingleSignOn(): Promise<Outcome<Response>> {
  return refuse(404, 'saml_provider_disabled', 'SAML 2.0 is disabled');
}
