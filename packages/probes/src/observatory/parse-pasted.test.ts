import fc from 'fast-check';
import { expect, test } from 'vitest';
import { auditCapture } from '../../../../tools/http-auditor/knowledge/audit.ts';
import { assumeCapture, type Circumstances } from './assume-capture.ts';
import { countedCookies } from './cookie-test.ts';
import { parsePasted, writeHeader } from './parse-pasted.ts';

const unknown: Circumstances = { address: '', http: 'redirects', isPreloaded: false, html: '', nowMs: 0 };

function headsOf(text: string) {
  const pasted = parsePasted(text);
  if (!pasted.ok) throw new Error(pasted.failure.code);
  return pasted.value;
}

test('pasted cookies are judged by the date of their answer, and by today where it has none', () => {
  const deleted = (head: string, nowMs: number) => {
    const pasted = headsOf(`HTTP/1.1 200\n${head}set-cookie: a=1; Expires=Thu, 26 Nov 2026 12:00:00 GMT\n`);
    const { capture } = assumeCapture(pasted, { ...unknown, nowMs });
    return countedCookies({ capture }).map(({ isDeleted }) => isDeleted);
  };
  const later = Date.UTC(2027, 0, 1);
  expect(deleted('', later)).toEqual([true]);
  expect(deleted('date: Thu, 26 Nov 2026 11:00:00 GMT\n', later)).toEqual([false]);
  expect(deleted('date: Thu, 26 Nov 2026 13:00:00 GMT\n', 0)).toEqual([true]);
});

test('what curl -IL prints is one head for each response, and lines without a colon are named', () => {
  const text = 'HTTP/1.1 301 Moved\r\nLocation: https://example.org/\r\n\r\nHTTP/2 200 \r\nserver: nginx\r\nnonsense\r\nx-a: 1\r\n b\r\n';
  expect(headsOf(text)).toEqual({
    heads: [
      { status: 301, headers: [{ name: 'Location', value: 'https://example.org/' }] },
      {
        status: 200,
        headers: [
          { name: 'server', value: 'nginx' },
          { name: 'x-a', value: '1 b' },
        ],
      },
    ],
    body: '',
    ignoredLines: [6],
  });
});

test('what curl -v prints loses its marks, and the tunnel of a proxy is no response', () => {
  const text = '> GET / HTTP/1.1\n> Host: a\n< HTTP/1.1 200 Connection established\n< \n< HTTP/1.1 200 OK\n< Server: x\n< \n* done';
  expect(headsOf(text).heads).toEqual([{ status: 200, headers: [{ name: 'Server', value: 'x' }] }]);
});

test('what stands below the headers is the page, and is no header whatever it looks like', () => {
  const { heads, body } = headsOf('content-type: text/html\n\n<!doctype html>\n<p>server: 1</p>\nx: y\n');
  expect(heads[0].headers).toHaveLength(1);
  expect(body).toBe('<!doctype html>\n<p>server: 1</p>\nx: y\n');
});

test('a text without headers says what one is', () => {
  expect(parsePasted('  \n')).toMatchObject({ failure: { code: 'empty' } });
  expect(parsePasted('hello')).toMatchObject({ failure: { code: 'no_headers' } });
  expect(parsePasted('a'.repeat(2_000_001))).toMatchObject({ failure: { code: 'too_long' } });
});

test('a header that is written takes the place of its own lines in the last head, or stands below it', () => {
  expect(writeHeader('HTTP/2 301\nx-a: 0\n\nHTTP/2 200\nX-A: 1\nb: 2\nx-a: 3\n\n<p>', 'x-a', '9')).toBe(
    'HTTP/2 301\nx-a: 0\n\nHTTP/2 200\nx-a: 9\nb: 2\n\n<p>\n',
  );
  expect(writeHeader('server: x', 'x-a', '9')).toBe('server: x\nx-a: 9\n');
});

test('redirects that were pasted are scored as they are', () => {
  const { heads, body } = headsOf(
    'HTTP/1.1 301 Moved\nLocation: http://www.example.org/\n\nHTTP/1.1 301 Moved\nLocation: https://www.example.org/\n\nHTTP/1.1 200 OK\nserver: x\n',
  );
  const { capture } = assumeCapture({ heads, body }, { ...unknown, address: 'http://example.org/' });
  expect(auditCapture(capture, []).observatory?.tests.redirection.result).toBe('redirection-not-to-https-on-initial-redirection');
});

test('every text is audited or refused with a reason, and cookies keep their values to themselves', () => {
  const line = fc.oneof(
    fc.constantFrom(
      'HTTP/1.1 200 OK',
      'Set-Cookie: sess=geheim; Domain=x.org',
      'Content-Security-Policy: default-src %zz',
      '',
      '<p>',
      'Content-Type: text/html',
    ),
    fc.string({ unit: 'binary' }),
  );
  fc.assert(
    fc.property(fc.array(line, { maxLength: 30 }), fc.string(), (lines, address) => {
      const pasted = parsePasted(lines.join('\n'));
      if (!pasted.ok) return;
      const { capture, assumed } = assumeCapture(pasted.value, { ...unknown, address });
      const report = auditCapture(capture, assumed);
      expect(report.verdict.length).toBeGreaterThan(0);
      expect(JSON.stringify(report)).not.toContain('sess=geheim');
    }),
    { numRuns: 300 },
  );
});
