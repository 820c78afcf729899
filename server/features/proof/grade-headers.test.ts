import { expect, test } from 'vitest';
import { contentSecurityPolicy } from '../../http/security-headers.ts';
import { gradeHeaders } from './grade-headers.ts';

const page = async (request: Request) =>
  new Response('<!doctype html><html><head><script></script><script src="/a.js"></script></head></html>', {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': contentSecurityPolicy({ hashes: ['RBNvo1WzZ4oRRq0W9+hknpT7T8If536DEMBg9hyq/4o='] }, 'production'),
      'x-asked': request.url,
    },
  });
const noonMs = Date.UTC(2026, 10, 22, 12);

test('the site’s own headers are graded as the Observatory grades them, with the moment of it', async () => {
  const grade = await gradeHeaders('https://castellan.example', page, noonMs);
  expect(grade).toEqual({ grade: 'A+', score: expect.any(Number), measuredOn: '2026-11-22', measuredAt: '2026-11-22T12:00:00.000Z' });
  expect(grade?.score).toBeGreaterThanOrEqual(130);
});

test('a worse policy is graded worse', async () => {
  const bare = async () =>
    new Response('<p>Hello</p>', { headers: { 'content-type': 'text/html', 'content-security-policy': "script-src 'unsafe-inline'" } });
  expect((await gradeHeaders('https://castellan.example', bare, noonMs))?.score).toBeLessThan(100);
});

test('there is no grade where the site is not served by HTTPS, or its page is an error', async () => {
  expect(await gradeHeaders('http://127.0.0.1:4321', page, noonMs)).toBeUndefined();
  expect(await gradeHeaders('https://castellan.example', async () => new Response('', { status: 503 }), noonMs)).toBeUndefined();
});
