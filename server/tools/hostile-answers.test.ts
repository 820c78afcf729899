import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { cpuNowMs } from '../../tests/support/cpu-time.ts';
import {
  compressedBombs,
  drippingAnswer,
  endlessAnswer,
  hostileDnsMessages,
  hostileFeeds,
  hostileTexts,
  hostileTlsRecords,
} from '../../tests/support/hostile/answers.ts';
import { listenForTest } from '../../tests/support/listen.ts';
import { openToolPorts, runToolOn } from '../../tests/support/tool-runs.ts';
import { parseDkimKey } from '../../tools/dns-postmaster/knowledge/dkim.ts';
import { parseDmarc } from '../../tools/dns-postmaster/knowledge/dmarc-record.ts';
import { explainRecord } from '../../tools/dns-postmaster/knowledge/explain-record.ts';
import { readStsRecord } from '../../tools/dns-postmaster/knowledge/mta-sts.ts';
import { parseSpf } from '../../tools/dns-postmaster/knowledge/parse-spf.ts';
import { readTlsRpt } from '../../tools/dns-postmaster/knowledge/tls-rpt.ts';
import { httpAuditorTool } from '../../tools/http-auditor/server/http-auditor-tool.ts';
import { networkScannerTool } from '../../tools/network-scanner/server/network-scanner-tool.ts';
import { isWholeAnswer, readServerAnswer } from '../../tools/tls-inspector/knowledge/server-answer.ts';
import { readMessage } from '../adapters/dns-message.ts';
import { readFeed } from '../features/writing/read-feed.ts';

/** What a piece of work took of this thread. */
function cpuOf(work: () => unknown): number {
  const before = cpuNowMs();
  work();
  return cpuNowMs() - before;
}

test.each(hostileDnsMessages)('DNS, $name: read or refused, within 50 ms', ({ bytes }) => {
  const question = { name: 'example.org', type: 'TXT', isRecursive: true, isUnchecked: false } as const;
  expect(cpuOf(() => readMessage(bytes, question))).toBeLessThan(50);
});

test.each(hostileTexts.map((text) => [text.slice(0, 24), text] as const))('a TXT record %j… is read within 100 ms', (_, text) => {
  const readers = [
    () => parseSpf(text),
    () => parseDmarc('example.org', text),
    () => parseDkimKey('a', text),
    () => readTlsRpt([text]),
    () => readStsRecord([text]),
    () => explainRecord(text),
  ];
  for (const read of readers) expect(cpuOf(read)).toBeLessThan(100);
});

test.each(hostileTlsRecords)('TLS, $name: read or refused, within 50 ms', ({ bytes }) => {
  expect(cpuOf(() => [isWholeAnswer(bytes, true), isWholeAnswer(bytes, false), readServerAnswer(bytes)])).toBeLessThan(50);
});

test.each(hostileFeeds)('feeds, $name: read in proportion to the length', ({ bytes }) => {
  const text = Buffer.from(bytes).toString('utf8');
  expect(cpuOf(() => readFeed(text, 'https://example.org/feed'))).toBeLessThan(1_000);
});

test('a service that speaks without end is left at its cap, and one that drips is read as far as it came', async () => {
  const endless = createServer((socket) => {
    const parts = endlessAnswer();
    const go = () => {
      while (!socket.destroyed && socket.write(parts.next().value));
    };
    socket.on('drain', go);
    go();
  });
  const dripping = createServer((socket) => {
    for (const part of drippingAnswer(Buffer.from('SSH-2.0-Dripping\r\n'))) socket.write(part);
  });
  const [first, second] = [await listenForTest(endless), await listenForTest(dripping)];
  const report = await runToolOn(networkScannerTool, '127.0.0.1', { ports: `${first},${second}` }, openToolPorts());
  const hosts = report.ok && 'hosts' in report.value ? report.value.hosts : undefined;
  expect(hosts).toMatchObject([
    { open: expect.arrayContaining([expect.objectContaining({ port: first }), expect.objectContaining({ port: second })]) },
  ]);
});

test.each(compressedBombs())('a body that $encoding makes 64 MB of is not unpacked', async ({ encoding, bytes }) => {
  const server = createHttpServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': encoding }).end(bytes);
  });
  const port = await listenForTest(server);
  const before = cpuNowMs();
  const report = await runToolOn(httpAuditorTool, `127.0.0.1:${port}`, {}, openToolPorts());
  expect(cpuNowMs() - before).toBeLessThan(1_000);
  expect(report).toMatchObject({ ok: true, value: { status: 200 } });
});
