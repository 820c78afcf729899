import { expect, test } from 'vitest';
import { hashBytes, hashOf } from './release.ts';
import { judgeSignedComment } from './signed-comment.ts';

const hash = hashOf(Uint8Array.of(1));
const other = hashOf(Uint8Array.of(2));
const hexadecimal = [...hashBytes(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('');

test.each([
  [`version 7 sha256 ${hash}`, 'this'],
  [`castellan release 7, hash=${hash}`, 'this'],
  [`version:7 ${hexadecimal}`, 'this'],
  ['Release 7', 'this'],
  [`version 7 sha256 ${other}`, 'other'],
  [`version 6 sha256 ${hash}`, 'other'],
  ['version 07 release 8', 'other'],
  ['timestamp:1764300000\tfile:release.json\tprehashed', 'none'],
  ['', 'none'],
])('of the comment %s it is told whether it names the release', (comment, verdict) => {
  expect(judgeSignedComment(comment, { version: 7, hash })).toBe(verdict);
});
