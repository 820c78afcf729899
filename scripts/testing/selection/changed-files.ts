import { spawnSync } from 'node:child_process';
import { fail, type Result, succeed } from '@castellan/foundation/result';

/** The files that differ between a commit and the work tree, new and deleted ones too; a moved file is both. Fails where there is no such commit. */
export function findChangedFiles(
  root: string,
  commit: string,
): Result<readonly string[], { readonly code: 'no_such_commit'; readonly message: string }> {
  const known = git(root, 'rev-parse', '--verify', '--quiet', '--end-of-options', `${commit}^{commit}`);
  if (known === undefined) return fail({ code: 'no_such_commit', message: `"${commit}" is no commit of this repository.` });
  const differing = git(root, 'diff', '--name-only', '--no-renames', '-z', known.trim(), '--');
  const untracked = git(root, 'ls-files', '--others', '--exclude-standard', '-z');
  const files = `${differing ?? ''}${untracked ?? ''}`.split('\0').filter((file) => file !== '');
  return succeed([...new Set(files)].sort());
}

function git(root: string, ...given: readonly string[]): string | undefined {
  const asked = spawnSync('git', given, { cwd: root, encoding: 'utf8', maxBuffer: 100_000_000 });
  return asked.status === 0 ? asked.stdout : undefined;
}
