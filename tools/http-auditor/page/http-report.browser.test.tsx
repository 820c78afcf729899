import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { accessibilityFaults, widen } from '../../../web/app/testing/axe-findings.ts';
import { startFakeBackend } from '../../../web/app/testing/fake-backend.ts';
import { openPage, pageRoute } from '../../../web/app/testing/open-page.tsx';
import { eventually, focused, focusOn, hidden, press, seen, textOf } from '../../../web/app/testing/steps.ts';
import { printPage } from '../../../web/app/testing/visitor-wishes.ts';
import * as auditor from './page.tsx';

/** What `curl -I` prints of a site as it is after an installation. */
const bareSite = `HTTP/1.1 200 OK
Server: nginx/1.24.0 (Ubuntu)
Date: Thu, 26 Nov 2026 12:00:00 GMT
Content-Type: text/html; charset=UTF-8
Content-Length: 10671
Connection: keep-alive
Last-Modified: Tue, 04 Nov 2025 13:15:37 GMT
ETag: "29af-642c4b9c62a40"
Accept-Ranges: bytes
X-Powered-By: PHP/8.3.6
Set-Cookie: PHPSESSID=s0m3s3cr3t; path=/
Expires: Thu, 19 Nov 1981 08:52:00 GMT
Cache-Control: no-store, no-cache, must-revalidate
Pragma: no-cache
Vary: Accept-Encoding
`;

const report = () => page.getByRole('article', { name: /^Report on/ });
const openRow = (title: string) => report().getByText(title, { exact: true }).first().click();

async function openReport(): Promise<void> {
  startFakeBackend().on('POST /functions/v1/tool-example', { json: { report: null } });
  await openPage('/http-auditor', [pageRoute('/http-auditor', auditor)]);
  await page.getByRole('textbox', { name: 'Response headers' }).fill(bareSite);
  await seen(report());
}

test('the report on the headers of a bare site is at most 2,400 px tall at 1440 px, and its first finding is open', async () => {
  await openReport();
  await widen(1440, 900);
  await seen(report().getByText('PHPSESSID: no Secure, no HttpOnly, no SameSite (-40 points)'));
  expect(report().element().getBoundingClientRect().height).toBeLessThanOrEqual(2400);
  await hidden(report().getByText('Attackers use it to find servers with known vulnerabilities.'));
  expect(await accessibilityFaults('folded')).toEqual([]);
});

test('a finding opens by the keys, and shows the configuration of the server that was chosen for another', async () => {
  await openReport();
  const first = report().getByRole('tablist', { name: 'Server for: Session cookie without the Secure attribute' });
  focusOn(first.getByRole('tab', { name: 'nginx' }));
  await press('{ArrowRight}');
  await focused(first.getByRole('tab', { name: 'Caddy', selected: true }));
  await press('{ArrowLeft}', '{ArrowLeft}');
  await focused(first.getByRole('tab', { name: 'Apache', selected: true }));
  await press('{Home}');
  await focused(first.getByRole('tab', { name: 'nginx', selected: true }));
  await press('{End}');
  await seen(
    report()
      .getByRole('tabpanel', { name: 'Apache' })
      .getByText(/^Header always edit Set-Cookie/),
  );
  // The next stop of the Tab key is what copies the chosen text, not another tab.
  await press('{Tab}');
  await focused(report().getByRole('button', { name: 'Copy for Apache' }).first());

  focusOn(page.getByText('Any site can frame the page').first());
  await openRow('Any site can frame the page');
  const second = report().getByRole('tablist', { name: 'Server for: Any site can frame the page' });
  await seen(second.getByRole('tab', { name: 'Apache', selected: true }));
  await seen(report().getByText('Header always set X-Frame-Options "DENY"'));
  expect(await accessibilityFaults('opened')).toEqual([]);
});

test('configuration names the host that the headers are of, and all of it can be had together', async () => {
  await openReport();
  await page.getByText('More about the site').click();
  await page.getByRole('textbox', { name: 'Address' }).fill('http://shop.example/');
  await openRow('All fixes together');
  const all = report().getByRole('tablist', { name: 'Server for all fixes' });
  await all.getByRole('tab', { name: 'nginx' }).click();
  await eventually(() => {
    const text = textOf(report().getByRole('tabpanel', { name: 'nginx' }).last());
    expect(text).toContain('# HTTP does not redirect to HTTPS server { listen 80;');
    expect(text).toContain('server_name shop.example;');
    expect(text).toContain('# Any site can frame the page add_header X-Frame-Options "DENY" always;');
  });
  expect(report().element().textContent).not.toContain('example.org');
});

test('on paper every finding is open, with the lines for each server', async () => {
  await openReport();
  await printPage();
  const printed = [...report().element().querySelectorAll('.report-row dd, .report-row pre, .report-row li')];
  expect(printed.length).toBeGreaterThan(40);
  expect(printed.filter((part) => !part.checkVisibility({ contentVisibilityAuto: true, visibilityProperty: true }))).toEqual([]);
  expect(report().element().textContent).toContain('ServerTokens Prod');
});
