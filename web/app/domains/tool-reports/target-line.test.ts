import { expect, test } from 'vitest';
import { readTargetLine, wordsOfTool } from './target-line.ts';

const tls = { id: 'tls-inspector', title: 'TLS Inspector', terminal: { command: 'tls', aliases: ['tls-inspector'] } };
const dns = { id: 'dns-postmaster', title: 'DNS Postmaster', terminal: { command: 'postmaster', aliases: ['dns-postmaster'] } };
const read = (line: string) => {
  const found = readTargetLine(line, [tls, dns]);
  return found === undefined ? undefined : [found.tool.id, found.target];
};

test('a tool is called by its command, its short names, its id, and the first word of its title, in any case', () => {
  expect(wordsOfTool(dns)).toEqual(['postmaster', 'dns-postmaster', 'dns']);
  for (const word of ['tls', 'TLS', 'tls-inspector'])
    expect(read(`${word} example.org:8443`)).toEqual(['tls-inspector', 'example.org:8443']);
  for (const word of ['postmaster', 'dns', 'DNS-Postmaster'])
    expect(read(`  ${word}   example.org  `)).toEqual(['dns-postmaster', 'example.org']);
});

test('a target may be of several words; a word alone, another word, and a target without end are no such line', () => {
  expect(read('dns 10.0.0.0/24 10.0.1.1-5')).toEqual(['dns-postmaster', '10.0.0.0/24 10.0.1.1-5']);
  for (const line of ['', 'tls', 'tls ', 'inspector example.org', 'example.org tls', `tls ${'a'.repeat(301)}`])
    expect(read(line)).toBeUndefined();
});
