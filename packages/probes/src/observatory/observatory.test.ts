import { expect, test } from 'vitest';
import { cpuNowMs } from '../../../../tests/support/cpu-time.ts';
import { hostilePages, metaPolicyPage } from '../../../../tests/support/hostile/answers.ts';
import { startingPolicy } from '../../../../tools/http-auditor/knowledge/advice.ts';
import { auditCapture } from '../../../../tools/http-auditor/knowledge/audit.ts';
import { findPolicyWeaknesses } from '../../../../tools/http-auditor/knowledge/csp-findings.ts';
import { preflightOrigin } from '../../../../tools/http-auditor/knowledge/unscored-findings.ts';
import { judge } from '../judgement.ts';
import type { Capture } from './capture.ts';
import { collectCookies, cookieHeader } from './cookie-jar.ts';
import type { HeaderList } from './header-list.ts';
import { gradeOf } from './observatory.ts';
import { maxMetaPolicies, maxPolicyCharacters, readHtml } from './read-html.ts';

const list = (headers: Readonly<Record<string, string>>): HeaderList => Object.entries(headers).map(([name, value]) => ({ name, value }));

function capture(headers: Readonly<Record<string, string>>, more: Partial<Capture> = {}): Capture {
  const page = { url: 'https://example.org/', status: 200, headers: list(headers), atMs: 0 };
  return {
    hostname: 'example.org',
    http: { answers: [{ url: 'http://example.org/', status: 301, headers: [], atMs: 0 }, page], isVerified: true },
    https: { answers: [page], isVerified: true },
    later: [],
    preflight: [],
    html: '',
    isPreloaded: () => false,
    ...more,
  };
}

const best = {
  'Content-Security-Policy': startingPolicy,
  'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

test('the fixes that are offered make a bare site A+, and the verdict says so', () => {
  const bare = auditCapture(capture({ server: 'x' }), []);
  expect(bare).toMatchObject({ mark: 'D', observatory: { score: 30 } });
  expect(bare.verdict).toBe('Four tests cost 70 points: Content-Security-Policy header is not set.');
  const mended = auditCapture(capture(best), []);
  expect(mended).toMatchObject({ mark: 'A+', observatory: { score: 130 }, verdict: 'Sound: no test costs points.', steps: [] });
});

test('a policy that lets a whole scheme in is not called sound, whatever its score; nor is what could not be seen passed', () => {
  const wide = auditCapture(capture({ ...best, 'Content-Security-Policy': "default-src 'self' https:" }), []);
  expect(wide.findings).toContainEqual(expect.objectContaining({ severity: 'high' }));
  expect(`${wide.mark} ${wide.verdict}`).not.toMatch(/^A|sound/i);
  expect(wide.checks?.find(({ id }) => id === 'content-security-policy')).toMatchObject({ state: 'failed', severity: 'high' });
  const blind = auditCapture(capture(best), [], undefined, new Map([['redirection', 'nothing shows it']]));
  expect(blind.checks).toContainEqual({
    ...{ id: 'redirection', title: 'Redirection from plain HTTP' },
    ...{ state: 'not_looked_at', reason: 'nothing shows it' },
  });
  expect(blind.verdict).toBe('Sound: no test costs points. Not looked at: Redirection from plain HTTP (nothing shows it).');
});

test('a step says where the whole would stand with it alone', () => {
  const { 'X-Content-Type-Options': _, ...rest } = best;
  expect(auditCapture(capture(rest), []).steps).toEqual([{ test: 'x-content-type-options', gain: 5, score: 130, grade: 'A+' }]);
});

test('a page with an error is not scored, and the status is said', () => {
  const answers = [{ url: 'https://example.org/', status: 500, headers: list({ server: 'nginx/1.2.3' }), atMs: 0 }] as const;
  const report = auditCapture(capture({}, { https: { answers, isVerified: true } }), []);
  expect(report).toMatchObject({ observatory: null, verdict: 'Not scored: the page answered with status 500.' });
  expect(report.findings.map(({ id }) => id)).toContain('version-in-server');
  expect(report.checks?.map(({ state }) => state)).toEqual(Array.from({ length: 10 }, () => 'not_looked_at'));
  expect(judge(report).standing).toBe('open');
});

test('an answer that repeats any origin with credentials is found, though the score does not show it', () => {
  const preflight = list({ 'Access-Control-Allow-Origin': preflightOrigin, 'Access-Control-Allow-Credentials': 'true' });
  const report = auditCapture(capture(best, { preflight }), []);
  expect(report.findings[0]).toMatchObject({ id: 'cors-any-origin-with-credentials', severity: 'high' });
  expect(report.observatory?.tests['cross-origin-resource-sharing'].modifier).toBe(0);
  expect(report.checks?.find(({ id }) => id === 'cross-origin-resource-sharing')).toMatchObject({ state: 'failed', severity: 'high' });
});

test('a cookie that the page deletes costs the Observatory’s points and alarms nobody', () => {
  const cookies = { 'Set-Cookie': 'PHPSESSID=x; Max-Age=-5', 'Cache-Control': 'no-store' };
  const report = auditCapture(capture({ ...best, ...cookies }), []);
  expect(report.observatory?.tests.cookies).toEqual({ result: 'cookies-session-without-httponly-flag', modifier: -30 });
  expect(report.verdict).toBe('Sound: only a deleted cookie costs points.');
  expect(report.checks?.find(({ id }) => id === 'cookies')).toMatchObject({ state: 'passed' });
  const about = report.findings.filter(({ evidence }) => evidence.includes('PHPSESSID'));
  expect(about).toEqual([
    expect.objectContaining({
      ...{ id: 'deleted-cookie-scored', severity: 'info' },
      evidence: 'PHPSESSID (deleted): no Secure, no HttpOnly, no SameSite (-30 points)',
    }),
  ]);
  const kept = auditCapture(capture({ ...best, 'Set-Cookie': 'PHPSESSID=x' }), []);
  expect(kept.findings[0]).toMatchObject({ id: 'cookies-session-without-httponly-flag', severity: 'high' });
});

test('a redirect with a user name and password is a finding, and no report holds them', () => {
  const location = { name: 'Location', value: 'https://kestrel:7f3a@example.org/' };
  const first = { url: 'http://example.org/', status: 301, headers: [location], atMs: 0 };
  const page = { url: location.value, status: 200, headers: [location], atMs: 0 };
  const chains = { http: { answers: [first, page] as const, isVerified: true }, https: { answers: [page] as const, isVerified: true } };
  const report = auditCapture(capture({}, chains), []);
  expect(report.observatory?.tests.redirection.result).toBe('redirection-to-https');
  expect(report.findings).toContainEqual(
    expect.objectContaining({ id: 'credentials-in-redirect', severity: 'medium', evidence: 'Location: https://…@example.org/' }),
  );
  expect(JSON.stringify(report)).not.toMatch(/kestrel|7f3a/);
});

test('server configuration names the target, and only a name that a server reads as one', () => {
  const configured = (hostname: string | undefined, http: string) =>
    auditCapture(capture({}, { hostname, http: { answers: [{ url: http, status: 200, headers: [], atMs: 0 }], isVerified: true } }), [])
      .findings.find(({ id }) => id === 'redirection-missing')
      ?.snippets?.map(({ text }) => text)
      .join('\n');
  expect(configured('shop.example', 'http://shop.example/')).toContain('server_name shop.example;');
  expect(configured('shop.example', 'http://shop.example/')).not.toContain('example.org');
  expect(configured('2001:db8::1', 'http://[2001:db8::1]/')).toContain('https://[2001:db8::1]/');
  expect(configured('a;b{}', 'http://a/')).not.toContain('a;b');
});

test('every score has its grade, at each border', () => {
  const grades = [100, 99, 90, 89, 85, 80, 75, 70, 65, 60, 55, 50, 45, 40, 35, 30, 25, 24, 0].map(gradeOf);
  expect(grades).toEqual(['A+', 'A', 'A', 'A-', 'A-', 'B+', 'B', 'B', 'B-', 'C+', 'C', 'C', 'C-', 'D+', 'D', 'D', 'D-', 'F', 'F']);
});

test('a jar takes no cookie for a public suffix or another host, and sends each where it belongs', () => {
  const lines = [
    'a=1; Domain=co.uk',
    'b=2; Domain=example.co.uk; Path=/x',
    'c=3; Domain=other.org',
    '__Host-d=4; Secure; Path=/',
    'e=5; Secure',
    'e=6',
  ];
  const headers = lines.map((value) => ({ name: 'Set-Cookie', value }));
  const cookies = collectCookies([{ url: 'https://www.example.co.uk/', status: 200, headers, atMs: 0 }], 'www.example.co.uk');
  expect(cookies.map(({ name, value }) => `${name}=${value}`)).toEqual(['b=2', '__Host-d=4', 'e=6']);
  expect(cookieHeader(cookies, 'http://www.example.co.uk/')).toBe('e=6');
  expect(cookieHeader(cookies, 'https://www.example.co.uk/x/y')).toBe('b=2; __Host-d=4; e=6');
  expect(cookieHeader(cookies, 'https://www.example.org/')).toBeUndefined();
});

test('only what every policy leaves open is a way around them, and a misspelt keyword counts in each', () => {
  const ids = (...policies: readonly string[]) => findPolicyWeaknesses(policies).map(({ id }) => id);
  expect(ids("script-src 'unsafe-inline'; object-src 'none'")).toContain('csp-script-unsafe-inline');
  expect(ids("script-src 'unsafe-inline'; object-src 'none'", startingPolicy)).not.toContain('csp-script-unsafe-inline');
  expect(ids("script-src 'selfish'", startingPolicy)).toContain('csp-invalid-keyword');
});

test('an allowed script host without a known bypass is advice; one with a known bypass is a weakness', () => {
  const found = (source: string) =>
    findPolicyWeaknesses([`script-src ${source}; object-src 'none'; base-uri 'none'`]).flatMap(({ id, severity, title }) =>
      id === 'csp-script-allowlist-bypass' ? [`${severity}: ${title}`] : [],
    );
  expect(found("'self'")).toEqual(['info: CSP allows every script of the page’s own origin']);
  expect(found('https://scripts.example')).toEqual(['info: CSP relies on a host allowlist for scripts']);
  expect(found('https://www.google.com')).toEqual(['high: CSP allows a script host with known bypasses']);
});

test('a page that nests or multiplies without end is refused as a whole, and named', () => {
  const formatting = Array.from({ length: 500 }, (_, at) => `<b a="${at}">`).join('');
  for (const html of ['<div>'.repeat(60_000), `<p>${formatting}${'<p>x'.repeat(1_000)}`]) {
    expect(readHtml(html)).toMatchObject({ isTooLarge: true, scriptCount: 0 });
  }
  const { findings } = auditCapture(capture({ 'Content-Type': 'text/html' }, { html: '<div>'.repeat(3_000) }), []);
  expect(findings.map(({ id }) => id)).toContain('page-too-large');
  expect(readHtml(`${'<div>'.repeat(1_500)}<script src="/a.js"></script>`).scripts).toEqual([{ src: '/a.js', integrity: '' }]);
});

test('of a page of policies the first are read, at the cost of its length, and the report says how many there are', () => {
  const html = metaPolicyPage(5 * 1024 * 1024);
  const before = cpuNowMs();
  const { findings } = auditCapture(capture({ 'Content-Type': 'text/html' }, { html }), []);
  // 5 MiB of HTML are parsed twice, as a document and as a fragment.
  expect(cpuNowMs() - before).toBeLessThan(2_000);
  expect(findings).toContainEqual(
    expect.objectContaining({
      id: 'read-in-part',
      evidence: expect.stringMatching(/^The first 16 of \d\d,\d{3} policies in <meta> elements were read\.$/),
    }),
  );
});

test('policies are left out as wholes, by their number and by their length', () => {
  const meta = (policy: string) => `<meta http-equiv="content-security-policy" content="${policy}">`;
  const policy = "default-src 'self'";
  expect(readHtml(meta(policy).repeat(maxMetaPolicies))).toMatchObject({ leftPolicies: 0 });
  expect(readHtml(meta(policy).repeat(maxMetaPolicies + 3))).toMatchObject({ leftPolicies: 3 });
  const long = readHtml(`${meta(policy)}${meta(`script-src ${'a '.repeat(maxPolicyCharacters / 2)}`)}${meta(policy)}`);
  expect(long).toMatchObject({ metaPolicies: [policy], leftPolicies: 2 });
});

test.each(hostilePages)('$name: audited in proportion to its length', ({ bytes }) => {
  const html = Buffer.from(bytes).toString('latin1');
  const before = cpuNowMs();
  auditCapture(capture({ 'Content-Type': 'text/html' }, { html }), []);
  expect(cpuNowMs() - before).toBeLessThan(2_500);
});

test('the ways around many policies of many sources are looked for in proportion to their length', () => {
  const policies = Array.from({ length: 20 }, (_, policy) => {
    const parts = Array.from({ length: 2_000 }, (_, at) => `q${at} 'x${policy}`);
    return parts.join(';');
  });
  const before = cpuNowMs();
  const findings = findPolicyWeaknesses([...policies, ...policies]);
  expect(cpuNowMs() - before).toBeLessThan(2_000);
  expect(findings).toContainEqual(
    expect.objectContaining({ id: 'read-in-part', evidence: expect.stringContaining('The first 20 of 40 policies were read.') }),
  );
});
