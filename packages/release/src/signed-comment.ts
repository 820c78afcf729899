import { base16, base64urlnopad } from '@scure/base';

/** Whether a signature's trusted comment names a release: `other` where it names another number or hash, `none` where it names neither. */
export type CommentVerdict = 'this' | 'other' | 'none';

/**
 * Holds a trusted comment against the release whose signature it stands in. A number is what follows the word `version` or `release`; a
 * hash is 43 characters of base64url or 64 hexadecimal digits. minisign's own comments (`timestamp:…`, `file:…`) name neither.
 */
export function judgeSignedComment(comment: string, release: { readonly version: number; readonly hash: string }): CommentVerdict {
  const words = comment.split(/[\s:=,;]+/);
  const versions = words.filter(
    (word, at) => /^\d{1,16}$/.test(word) && ['version', 'release'].includes(words[at - 1]?.toLowerCase() ?? ''),
  );
  const hashes = words.flatMap(hashIn);
  if (versions.length === 0 && hashes.length === 0) return 'none';
  return versions.every((one) => Number(one) === release.version) && hashes.every((one) => one === release.hash) ? 'this' : 'other';
}

function hashIn(word: string): readonly string[] {
  if (/^[\w-]{43}$/.test(word)) return [word];
  return /^[0-9a-f]{64}$/i.test(word) ? [base64urlnopad.encode(base16.decode(word.toUpperCase()))] : [];
}
