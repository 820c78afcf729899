import { createHash } from 'node:crypto';
import { releaseOf } from '@castellan/release/test-releases';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cpuNowMs } from '../../tests/support/cpu-time.ts';
import { findAddedInPage, findAddedInScript } from './find-added-code.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('base64');
const { files, policies } = releaseOf();
const known = { files, policies: { ...policies, page: `script-src 'self' 'sha256-${sha256('known()')}'` }, origin: 'https://site.example' };

test('a page of files and inline scripts that the release knows has nothing added', () => {
  const page =
    '<script src="/assets/a.js"></script><script>known()</script><link rel=modulepreload href="https://site.example/assets/a.js">';
  expect(findAddedInPage(page, known)).toEqual([]);
});

test.each([
  ['<SCRIPT SRC=//evil.example/x.js></SCRIPT>', 'script //evil.example/x.js'],
  ['<script src="/assets/b.js">known()</script>', 'script /assets/b.js'],
  ['<script>known() </script>', `inline script of 8 characters, sha256-${sha256('known() ')}`],
  ['<script type=importmap>{}</script>', `inline script of 2 characters, sha256-${sha256('{}')}`],
  ['<svg onload=x()>', 'inline code in onload of <svg>'],
  ['<a href=" JavaScript:x()">', 'inline code in href of <a>'],
  ['<iframe src="https://evil.example/">', 'iframe https://evil.example/'],
  ['<object data="/x">', 'object /x'],
  ['<base href="https://evil.example/">', 'base https://evil.example/'],
  ['<meta http-equiv="Refresh" content="0;url=https://evil.example/">', 'refresh 0;url=https://evil.example/'],
  ['<link rel="x stylesheet" href="/evil.css">', 'style sheet /evil.css'],
  ['<link rel="modulepreload" href="/evil.js">', 'script /evil.js'],
])('%s is named', (page, named) => {
  expect(findAddedInPage(page, known)).toEqual([named]);
});

test('what an added inline script loads is named too', () => {
  expect(findAddedInPage('<script>new SharedWorker("/evil.js")</script>', known)).toContain('worker /evil.js');
});

test.each([
  ['new Worker("/evil.js")', ['worker /evil.js']],
  ['new Worker(new URL("./evil.js",import.meta.url))', ['worker ./evil.js']],
  ["navigator.serviceWorker.register( 'evil.js' )", []],
  ["navigator.serviceWorker.register('/evil.js')", ['service worker /evil.js']],
  [
    'import("https://evil.example/x.js");import"./b.js";import{a}from"./a.js";import z from "zod"',
    ['script https://evil.example/x.js', 'script ./b.js'],
  ],
  ['importScripts(`/evil.js`)', ['script /evil.js']],
  ['new Worker(address);importance("/x.js")', []],
  ['new Worker("/assets/a.js")', []],
])('of the script %s the addresses that the release does not list are named', (script, named) => {
  expect(findAddedInScript(script, known)).toEqual(named);
});

test('whatever a host sends is read to its end, and a bounded number of things is named', () => {
  const piece = fc.constantFrom(
    '<script',
    ' src=',
    '"/x.js"',
    '>',
    '</script>',
    '<iframe ',
    'from"',
    'import',
    'Worker("',
    '/a',
    ' on',
    '\u0000',
    'é',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 200 }), (pieces) => {
      const text = pieces.join('');
      expect(findAddedInPage(text, known).length).toBeLessThanOrEqual(20);
      expect(findAddedInScript(text, known).length).toBeLessThanOrEqual(20);
    }),
  );
});

test.each(['<script src=', '<script\t<SCRIPT<0', '<div>', '<a b="', '<script>', 'from"', 'import ', 'Worker(new URL('])(
  'megabytes of %s take little time',
  (piece) => {
    const text = piece.repeat(Math.ceil(2_000_000 / piece.length));
    const before = cpuNowMs();
    findAddedInPage(text, known);
    findAddedInScript(text, known);
    expect(cpuNowMs() - before).toBeLessThan(3000);
  },
);
