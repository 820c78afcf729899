import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type AskedCall, answerHeaders, judgeCall } from './gateway-rules.ts';

const judge = (method: string, address: string, headers: Record<string, string> = {}) => {
  const mark = address.indexOf('?');
  const [path, search] = mark === -1 ? [address, ''] : [address.slice(0, mark), address.slice(mark)];
  return judgeCall({ method, path, search, headers: new Headers(headers) });
};

const id = '6f1f0c9e-1111-4111-8111-123456789abc';

test.each([
  ['POST', '/auth/v1/token?grant_type=password', 'anybody', 'password'],
  ['POST', '/auth/v1/token?grant_type=refresh_token', 'anybody', 'refresh'],
  ['POST', `/auth/v1/factors/${id}/verify`, 'session', 'code'],
  ['POST', `/auth/v1/factors/${id}/challenge`, 'session', undefined],
  ['GET', '/auth/v1/user', 'session', undefined],
  ['GET', '/rest/v1/tasks?select=*', 'anybody', undefined],
  ['HEAD', '/rest/v1/tasks', 'anybody', undefined],
  ['POST', '/rest/v1/rpc/vault_snapshot', 'anybody', undefined],
  ['GET', '/storage/v1/object/public/pictures/a%20b.png', 'anybody', undefined],
  ['POST', '/storage/v1/object/pictures/a.png', 'session', undefined],
  ['POST', '/realtime/v1/api/broadcast', 'session', undefined],
])('%s %s is for %s and guarded as %s', (method, address, audience, guarded) => {
  const judged = judge(method, address);
  expect(judged?.ok && { audience: judged.value.audience, guarded: judged.value.guarded }).toEqual({ audience, guarded });
});

test.each([
  ['POST', '/auth/v1/signup'],
  ['POST', '/auth/v1/otp'],
  ['GET', '/auth/v1/admin/users'],
  ['POST', '/auth/v1/admin/users'],
  ['POST', '/auth/v1/invite'],
  ['GET', '/auth/v1/authorize?provider=github'],
  ['POST', '/auth/v1/token'],
  ['POST', '/auth/v1/token?grant_type=id_token'],
  ['POST', '/auth/v1/token?grant_type=refresh_token&grant_type=password'],
  ['POST', '/auth/v1/token?grant_type=toString'],
  ['POST', '/auth/v1/factors/:id/verify'],
  ['POST', '/auth/v1/factors/1/verify'],
  ['GET', '/rest/v1/'],
  ['GET', '/rest/v1'],
  ['DELETE', '/rest/v1/rpc/data_passport'],
  ['PROPFIND', '/rest/v1/tasks'],
  ['GET', '/rest/v1/tasks/1'],
  ['GET', '/rest/v1/../auth/v1/admin/users'],
  ['GET', '/rest/v1/%2e%2e/auth'],
  ['GET', '/storage/v1/object/public/a/..%2f..%2fadmin'],
  ['GET', '/storage/v1/object/public//admin'],
  ['GET', '/storage/v1/object/public/a/%5c..%5cb'],
  ['GET', '/storage/v1/upload/resumable'],
  ['GET', '/realtime/v1/websocket'],
  ['GET', '/auth/v1/%zz'],
])('%s %s is not passed on', (method, address) => {
  expect(judge(method, address)).toMatchObject({ ok: false });
});

test('a path of nobody’s is left to others', () => {
  for (const path of ['/', '/functions/v1/setup', '/auth/v2/user', '/rest', '/xrest/v1/tasks']) expect(judge('GET', path)).toBeUndefined();
});

test('what the planner guesses is refused however it is asked for, and an exact count passes', () => {
  for (const prefer of ['count=planned', 'return=minimal,count=estimated', 'count="planned"', 'Count=Planned', 'count = planned']) {
    expect(judge('GET', '/rest/v1/tasks', { prefer })).toMatchObject({ ok: false });
  }
  expect(judge('GET', '/rest/v1/tasks', { accept: 'application/vnd.pgrst.plan+json; options=analyze' })).toMatchObject({ ok: false });
  const judged = judge('GET', '/rest/v1/tasks', { prefer: 'count=exact, tx=rollback, return=representation' });
  expect(judged?.ok && judged.value.headers['prefer']).toBe('count=exact, return=representation');
});

const anyCall: fc.Arbitrary<AskedCall> = fc.record({
  method: fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'),
  path: fc.oneof(
    fc.string(),
    fc.tuple(fc.constantFrom('/auth/v1', '/rest/v1', '/storage/v1', '/realtime/v1'), fc.webPath()).map((parts) => parts.join('')),
    fc
      .array(fc.constantFrom('/', '..', '.', '%2e', '%2F', '%5c', '\\', 'object', 'public', 'rpc', 'tasks', 'admin', 'users', '%00', ':id'))
      .map((parts) => `/storage/v1/object/public/a/${parts.join('')}`),
  ),
  search: fc.oneof(
    fc.constant(''),
    fc.webQueryParameters().map((text) => `?${text}`),
  ),
  headers: fc
    .dictionary(
      fc.oneof(
        fc.constantFrom(
          'cookie',
          'authorization',
          'apikey',
          'x-forwarded-for',
          'forwarded',
          'x-real-ip',
          'connection',
          'host',
          'prefer',
          'accept',
        ),
        fc.stringMatching(/^[a-z-]{1,12}$/),
      ),
      fc.stringMatching(/^[ -~]{0,80}$/),
    )
    .map((record) => new Headers(record)),
});

test('whatever comes, what passes is a plain path of a known service, with known headers and no key, cookie or forwarded address', () => {
  fc.assert(
    fc.property(anyCall, (asked) => {
      const judged = judgeCall(asked);
      if (judged === undefined || !judged.ok) return;
      const { path, search, headers, service } = judged.value;
      // Whoever parses the address again finds the same path.
      expect(new URL(`https://project.example${path}${search}`).pathname).toBe(path);
      expect(path.startsWith(`/${service}/v1/`)).toBe(true);
      if (service === 'auth') expect(path).not.toMatch(/admin|signup|otp|invite|authorize/);
      expect(new URLSearchParams(search).has('apikey')).toBe(false);
      for (const name of Object.keys(headers)) {
        expect(name).toMatch(
          /^(accept|content-type|prefer|range|range-unit|if-none-match|if-modified-since|x-client-info|x-supabase-api-version|x-upsert|x-metadata|cache-control|user-agent)$/,
        );
      }
      expect(headers['prefer'] ?? '').not.toMatch(/planned|estimated/i);
    }),
    { numRuns: 400 },
  );
});

test('of an answer nothing goes on that sets a cookie, opens a policy, runs in a browser or leads to another origin', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('auth' as const, 'rest' as const, 'storage' as const, 'realtime' as const),
      fc.dictionary(
        fc.constantFrom(
          'set-cookie',
          'location',
          'content-type',
          'content-security-policy',
          'access-control-allow-origin',
          'content-disposition',
          'transfer-encoding',
          'clear-site-data',
          'service-worker-allowed',
        ),
        fc.constantFrom(
          'text/html',
          'image/png',
          '//evil.example/',
          'https://evil.example/',
          '/tasks?id=eq.1',
          '/\\evil.example',
          '*',
          'inline',
          'a=b',
        ),
      ),
      (service, given) => {
        const headers = answerHeaders(service, given);
        for (const name of [
          'set-cookie',
          'access-control-allow-origin',
          'transfer-encoding',
          'clear-site-data',
          'service-worker-allowed',
        ]) {
          expect(headers.has(name)).toBe(false);
        }
        expect(headers.get('content-security-policy')).toContain('sandbox');
        expect(headers.get('location') ?? '/tasks?id=eq.1').toBe('/tasks?id=eq.1');
        if (service === 'storage' && given['content-type'] !== 'image/png') expect(headers.get('content-disposition')).toBe('attachment');
      },
    ),
  );
});
